"""Writes a new key and a self-signed certificate for the given names of this machine, valid for a day."""

import datetime
import ipaddress
import sys

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

certificate_path, key_path, *names = sys.argv[1:]

key = ec.generate_private_key(ec.SECP256R1())
subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "recado test:deploy")])
now = datetime.datetime.now(datetime.timezone.utc)
addresses = [x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
certificate = (
    x509.CertificateBuilder()
    .subject_name(subject)
    .issuer_name(subject)
    .public_key(key.public_key())
    .serial_number(x509.random_serial_number())
    .not_valid_before(now - datetime.timedelta(hours=1))
    .not_valid_after(now + datetime.timedelta(days=1))
    .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
    .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
    .add_extension(
        x509.SubjectAlternativeName([x509.DNSName(name) for name in names] + addresses), critical=False
    )
    .sign(key, hashes.SHA256())
)

with open(certificate_path, "wb") as file:
    file.write(certificate.public_bytes(serialization.Encoding.PEM))
with open(key_path, "wb") as file:
    file.write(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
