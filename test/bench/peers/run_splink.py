"""Splink 5 on DuckDB: run_splink.py MODEL PEOPLE.csv CLUSTERS.csv [--sweep].

Writes id and cluster by the model's own threshold, or with --sweep a column of clusters for each of many thresholds.
Settings: splink_models.py. Files are read and written by DuckDB, with its default number of threads, as
https://moj-analytical-services.github.io/splink/demos/tutorials/08_building_your_own_model.html advises.
"""

import sys

import duckdb
from splink import DuckDBAPI, Linker, SettingsCreator
from splink_models import MODELS

SWEEP_WEIGHTS = range(-4, 42, 2)


def trained(model, records, database):
    settings = SettingsCreator(
        link_type="dedupe_only",
        unique_id_column_name="id",
        comparisons=model.comparisons,
        blocking_rules_to_generate_predictions=model.blocking,
    )
    linker = Linker(database.register(records), settings)
    training = linker.training
    training.estimate_probability_two_random_records_match(model.deterministic, recall=model.recall)
    training.estimate_u_using_random_sampling(max_pairs=model.max_pairs, seed=model.seed)
    for rule in model.training:
        training.estimate_parameters_using_expectation_maximisation(
            rule, estimate_without_term_frequencies=model.without_term_frequencies
        )
    return linker


def main(name, people, to, *options):
    model = MODELS[name]()
    connection = duckdb.connect()
    records = connection.read_csv(people, all_varchar=True)
    if model.derived:
        records = records.project(f"*, {model.derived}")
    linker = trained(model, records, DuckDBAPI(connection=connection))
    cluster = linker.clustering.cluster_pairwise_predictions_at_threshold
    if "--sweep" not in options:
        predicted = linker.inference.predict(threshold_match_probability=model.predict_at)
        clusters = cluster(predicted, threshold_match_probability=model.cluster_at)
        clusters.as_duckdbpyrelation().project("id, cluster_id").write_csv(to)
        return
    predicted = linker.inference.predict(threshold_match_weight=min(SWEEP_WEIGHTS))
    found = connection.sql("select id from records")
    for weight in SWEEP_WEIGHTS:
        clusters = cluster(predicted, threshold_match_weight=weight).as_duckdbpyrelation()
        found = found.join(clusters.project(f'id, cluster_id as "2^{weight}"'), "id")
    found.write_csv(to)


if __name__ == "__main__":
    main(*sys.argv[1:])
