"""CDK's copying Lambda for the emulator, where a layer is a separate folder and the emulator owns standard output."""

import os
import subprocess
import sys

import index


def aws_command(*arguments):
    command = os.path.join(os.environ["_LAMBDA_LAYERS_DIRS"], "awscli", "aws")
    subprocess.check_call([sys.executable, command, *arguments], stdout=sys.stderr)


index.aws_command = aws_command
handler = index.handler
