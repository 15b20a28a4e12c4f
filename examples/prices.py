"""The price list from Python: what every team pays, what replicas of its own would cost, and what it may count on."""

import pathlib

import planner

SCENARIO = pathlib.Path(__file__).with_name("small-models.json")

listed = planner.prices(SCENARIO)
for price in listed.prices:
    print(f"{price.team}, {price.model}: {price.usd_per_h:.2f} USD/h for {price.quota.guaranteed_requests_per_s:g} requests/s, "
          f"up to {price.quota.burst_requests_per_s:.3g} in a burst")
    if price.dedicated:
        print(f"  replicas of its own: {price.dedicated.usd_per_h:.2f} USD/h, {price.dedicated.premium:+.0%}")
print(f"together {listed.usd_per_h:.2f} USD/h")
