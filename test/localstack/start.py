"""Starts LocalStack, which listens on all interfaces whatever it is told: what listens here does so on loopback."""

import functools

from twisted.internet import endpoints

endpoints.TCP4ServerEndpoint = functools.partial(endpoints.TCP4ServerEndpoint, interface="127.0.0.1")

from localstack.runtime.main import main  # noqa: E402

main()
