"""Prints the logs of the deployed Lambdas. Uses the AWS environment."""

import boto3

logs = boto3.client("logs")
for page in logs.get_paginator("describe_log_groups").paginate():
    for group in page["logGroups"]:
        name = group["logGroupName"]
        for stream in logs.describe_log_streams(logGroupName=name)["logStreams"]:
            events = logs.get_log_events(
                logGroupName=name, logStreamName=stream["logStreamName"], startFromHead=True
            )["events"]
            for event in events:
                print(name.rsplit("/", 1)[-1], event["message"].rstrip())
