"""dedupe 3: run_dedupe.py SET PEOPLE.csv CLUSTERS.csv TRUTH.csv [--sweep].

dedupe learns from labels, and is given them: the true matches of LABELLED entities and DISTINCT pairs of other records,
drawn from the truth. Settings: benchmarks/benchmarks/canonical.py of https://github.com/dedupeio/dedupe (cleaning,
prepare_training, mark_pairs, train, partition at 0.5), fields by https://docs.dedupe.io/en/latest/Variable-definition.html.
Writes id and cluster, or with --sweep a column of clusters for each of several thresholds.
"""

import csv
import io
import random
import sys

import dedupe
from dedupe.variables import Exact, ShortString, String

LABELLED = 100
DISTINCT = 500
SWEEP = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95]

VARIABLES = {
    "historical50k": {
        String: ["full_name", "birth_place", "occupation"],
        ShortString: ["first_name", "surname", "dob", "postcode_fake"],
        Exact: ["gender"],
    },
    "fake1000": {String: ["email"], ShortString: ["first_name", "surname", "dob", "city"]},
    "febrl3": {
        String: ["address_1", "address_2", "suburb"],
        ShortString: ["given_name", "surname", "street_number", "postcode", "date_of_birth", "soc_sec_id"],
        Exact: ["state"],
    },
    "rldata10000": {ShortString: ["fname_c1", "lname_c1"], Exact: ["fname_c2", "lname_c2", "by", "bm", "bd"]},
    "persons": {
        String: ["street", "email"],
        ShortString: ["first_name", "surname", "date_of_birth", "street_number", "city", "postcode", "phone"],
        Exact: ["sex"],
    },
}


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        return {row["id"]: {name: value.strip().lower() or None for name, value in row.items()}
                for row in csv.DictReader(file)}


def labels(records, truth):
    """Training file with the true matches of some entities, and other pairs of their records."""
    chosen = random.Random(1)
    members = {}
    for row in truth.values():
        members.setdefault(row["entity"], []).append(row["id"])
    repeated = [ids for ids in members.values() if len(ids) > 1]
    taken = chosen.sample(repeated, min(LABELLED, len(repeated)))
    labelled = {id: {**records[id], "entity": truth[id]["entity"]} for ids in taken for id in ids[:3]}
    file = io.StringIO()
    dedupe.write_training(dedupe.training_data_dedupe(labelled, "entity", DISTINCT), file)
    file.seek(0)
    return file


def main(name, people, to, truth, *options):
    random.seed(1)
    records = read(people)
    variables = [kind(field, has_missing=True) for kind, fields in VARIABLES[name].items() for field in fields]
    deduper = dedupe.Dedupe(variables)
    pairs = labels(records, read(truth))
    deduper.prepare_training(records, training_file=pairs)
    deduper.train(index_predicates=True)
    deduper.cleanup_training()
    if "--sweep" not in options:
        found = {0.5: deduper.partition(records, threshold=0.5)}
    else:
        scores = deduper.score(deduper.pairs(records))
        found = {t: list(deduper._add_singletons(records.keys(), deduper.cluster(scores, t))) for t in SWEEP}
    write(to, records, found)


def write(to, records, found):
    columns = [{id: number for number, (ids, _) in enumerate(clusters) for id in ids} for clusters in found.values()]
    with open(to, "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["id", *found])
        rows.writerows([id, *(column[id] for column in columns)] for id in records)


if __name__ == "__main__":
    main(*sys.argv[1:])
