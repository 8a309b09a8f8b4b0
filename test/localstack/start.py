"""Starts LocalStack on loopback only. LocalStack would listen on all interfaces, with any setting."""

import functools

from twisted.internet import endpoints

endpoints.TCP4ServerEndpoint = functools.partial(endpoints.TCP4ServerEndpoint, interface="127.0.0.1")

from localstack.runtime.main import main  # noqa: E402

main()
