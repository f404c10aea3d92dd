"""recordlinkage 0.16: run_recordlinkage.py SET PEOPLE.csv CLUSTERS.csv [--sweep].

Settings: index, comparisons and thresholds of https://recordlinkage.readthedocs.io/en/latest/guides/data_deduplication.html,
with further blocks as https://recordlinkage.readthedocs.io/en/latest/ref-index.html advises for misspelt keys (sorted
neighbourhoods of names, blocks on dates, codes and postcodes), and ECMClassifier, which needs no labels, as in
https://recordlinkage.readthedocs.io/en/latest/guides/classifiers.html. --sweep uses the
first page's own rule instead, more than so many columns alike. The toolkit has no clustering: entities are the connected
components of its matches.
"""

import sys

import numpy
import pandas
import recordlinkage
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

SETS = {
    "febrl3": {
        "near": ["given_name", "surname"],
        "blocks": [["date_of_birth"], ["postcode"], ["soc_sec_id"]],
        "strings": ["given_name", "surname", "address_1", "suburb"],
        "exact": ["date_of_birth", "soc_sec_id", "postcode", "state", "street_number"],
    },
    "fake1000": {
        "near": ["first_name", "surname"],
        "blocks": [["dob"], ["email"]],
        "strings": ["first_name", "surname", "city", "email"],
        "exact": ["dob"],
    },
    "rldata10000": {
        "near": [],
        "blocks": [["fname_c1", "lname_c1"], ["fname_c1", "by"], ["lname_c1", "by"], ["by", "bm", "bd"]],
        "strings": ["fname_c1", "lname_c1"],
        "exact": ["by", "bm", "bd"],
    },
    "historical50k": {
        "near": [],
        "blocks": [["first_name", "surname"], ["surname", "dob"], ["first_name", "dob"], ["postcode_fake"]],
        "strings": ["first_name", "surname", "birth_place"],
        "exact": ["dob", "postcode_fake", "occupation", "gender"],
    },
    "persons": {
        "near": [],
        "blocks": [["first_name", "surname"], ["surname", "date_of_birth"], ["first_name", "date_of_birth"],
                   ["postcode", "surname"], ["postcode", "first_name"], ["phone"], ["email"]],
        "strings": ["first_name", "surname", "street", "email"],
        "exact": ["date_of_birth", "postcode", "phone", "sex"],
    },
}


def main(name, people, to, *options):
    settings = SETS[name]
    records = pandas.read_csv(people, dtype=str, index_col="id")
    indexer = recordlinkage.Index()
    for column in settings["near"]:
        indexer.sortedneighbourhood(column, window=9)
    for columns in settings["blocks"]:
        indexer.block(columns)
    candidates = indexer.index(records)
    compare = recordlinkage.Compare()
    for column in settings["strings"]:
        compare.string(column, column, method="jarowinkler", threshold=0.85, label=column)
    for column in settings["exact"]:
        compare.exact(column, column, label=column)
    features = compare.compute(candidates, records)
    if "--sweep" in options:
        alike = features.sum(axis=1)
        found = {f"> {least} alike": features.index[alike > least] for least in range(1, features.shape[1])}
    else:
        found = {"ecm": recordlinkage.ECMClassifier(binarize=0.8).fit_predict(features)}
    clusters = {name: components(records.index, matches) for name, matches in found.items()}
    pandas.DataFrame(clusters, index=records.index).to_csv(to)


def components(ids, matches):
    """Number of the connected component of each record."""
    left, right = (ids.get_indexer(matches.get_level_values(level)) for level in (0, 1))
    graph = coo_matrix((numpy.ones(len(left)), (left, right)), shape=(len(ids), len(ids)))
    return connected_components(graph, directed=False)[1]


if __name__ == "__main__":
    main(*sys.argv[1:])
