"""What schemathesis knows of this API beyond its OpenAPI document: ids that exist, and what must never be seen.

RECADO_OWN and RECADO_FOREIGN are JSON objects of ids by their parameter's name: of the company that calls, and of another
one. RECADO_SECRETS is a JSON list of texts that stand in the other company's rows alone, and are never sent.
"""
import json
import os

import schemathesis

OWN = json.loads(os.environ["RECADO_OWN"])
FOREIGN = json.loads(os.environ["RECADO_FOREIGN"])
SECRETS = json.loads(os.environ["RECADO_SECRETS"])

# Of ten ids, so many are the company's own; two are the other's, the rest is what schemathesis thinks of.
OWN_OF_TEN = 6
FOREIGN_OF_TEN = 8


def chosen(name, value):
    """Takes the place of a made-up id by one that exists, the same for the same id, so that a failure can be replayed."""
    turn = sum(str(value).encode()) % 10
    if turn < OWN_OF_TEN:
        return OWN.get(name, value)
    return FOREIGN.get(name, value) if turn < FOREIGN_OF_TEN else value


def with_ids(values):
    if not isinstance(values, dict):
        return values
    return {name: chosen(name, value) if isinstance(value, str) else value for name, value in values.items()}


def without_unicode_patterns(schema):
    """Takes out patterns with Unicode properties, which JSON Schema has and Python's expressions lack."""
    if isinstance(schema, list):
        return [without_unicode_patterns(inner) for inner in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: without_unicode_patterns(inner)
        for name, inner in schema.items()
        if not (name == "pattern" and isinstance(inner, str) and "\\p{" in inner)
    }


@schemathesis.hook
def before_load_schema(ctx, raw_schema):
    raw_schema["paths"] = without_unicode_patterns(raw_schema["paths"])


@schemathesis.hook
def map_path_parameters(ctx, path_parameters):
    return with_ids(path_parameters)


@schemathesis.hook
def map_query(ctx, query):
    return with_ids(query)


# Half a surrogate pair, which JSON can escape, and a NUL: texts that nothing can store. Hypothesis makes neither.
BROKEN = ["\ud83d", "\x00"]


def with_broken_texts(value):
    """Breaks some of the texts of a body, always the same ones, so that a failure can be replayed."""
    if isinstance(value, dict):
        return {name: with_broken_texts(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [with_broken_texts(inner) for inner in value]
    if isinstance(value, str):
        turn = sum(value.encode("utf-8", "surrogatepass")) % 40
        return value + BROKEN[turn] if turn < len(BROKEN) else value
    return value


def takes_a_form(operation):
    """A form has no escapes: what is broken in it cannot even be sent."""
    return any(alternative.media_type.startswith("multipart/") for alternative in operation.body)


@schemathesis.hook
def map_body(ctx, body):
    return with_ids(body) if takes_a_form(ctx.operation) else with_broken_texts(with_ids(body))


@schemathesis.check
def nothing_of_another_company(ctx, response, case):
    """Whatever is asked, the answer holds nothing of another company."""
    for secret in SECRETS:
        if secret.encode() in response.content:
            raise AssertionError(f"An answer to {case.method} {case.path} shows {secret}, of another company")


@schemathesis.check
def an_error_says_which(ctx, response, case):
    """An answer that fails is the one error body, without a stack."""
    if response.status_code < 400:
        return
    body = response.json()
    if not isinstance(body.get("error"), str) or not body["error"].startswith("ERR_"):
        raise AssertionError(f"{case.method} {case.path} failed without a code: {response.text[:200]}")
    if "    at " in response.text:
        raise AssertionError(f"{case.method} {case.path} shows a stack: {response.text[:200]}")
