"""goldenmatch 3: run_goldenmatch.py SET PEOPLE.csv CLUSTERS.csv.

Zero-config as its documentation has it (https://docs.bensevern.dev/docs/goldenmatch): no rules, no labels, no language
model. It is told that id is no matching column, as er is, and to go on where it is not confident of its configuration,
which it otherwise refuses from 100,000 records on. The same for every set; no threshold to sweep.
"""

import csv
import sys

import goldenmatch
from pyarrow import csv as arrow


def main(_, people, to):
    records = arrow.read_csv(people)
    result = goldenmatch.dedupe_df(records, exclude_columns=["id"], confidence_required=False)
    ids = records["id"].to_pylist()
    with open(to, "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["id", "cluster"])
        clusters = result.clusters.items()
        rows.writerows((ids[record], number) for number, cluster in clusters for record in cluster["members"])


if __name__ == "__main__":
    main(*sys.argv[1:])
