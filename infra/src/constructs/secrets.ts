import { CustomResource, Duration, RemovalPolicy, Validations } from 'aws-cdk-lib'
import { PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import type { CodeOf } from '../bundling.ts'
import { SIGNING_KEY_MAKER } from '../functions.ts'
import type { SecretName } from '../grants.ts'
import { LambdaFunction } from './lambda-function.ts'
import { stackMark } from './stack-mark.ts'

/** Letters and digits are valid base64: the code decodes this many to 48 bytes. */
const GENERATED = { passwordLength: 64, excludePunctuation: true }

interface SecretsProps {
  /** The deployment's name. */
  name: string
  /** Number of the origin secret. Raised to get a new one. */
  origin: number
  codeOf: CodeOf
}

/**
 * Secrets that Secrets Manager creates at the first deployment, so no template and no operator ever contains one.
 * Code finds those in `named` as `prefix` and their name.
 */
export class Secrets extends Construct {
  readonly prefix: string
  readonly named: Record<SecretName, Secret>
  /** CloudFront sends it to the API with every request, so that requests cannot bypass CloudFront. */
  readonly origin: Secret
  /**
   * The API accepts these: the previous one, which CloudFront sends until a deployment has reached all its locations,
   * the current one, and the next one, which CloudFront sends before the next deployment has replaced the functions.
   */
  readonly acceptedOrigins: Secret[]

  constructor(scope: Construct, id: string, { name, origin, codeOf }: SecretsProps) {
    super(scope, id)
    this.prefix = `${name}/${stackMark(this)}/`
    this.named = {
      'signing-key': this.#random('signing-key', 'Signs access tokens: an Ed25519 private key as a JWK'),
      'verifying-keys': this.#random('verifying-keys', 'Verifies access tokens: public keys as JWKs'),
      'refresh-key': this.#random('refresh-key', 'Authenticates refresh tokens'),
      'cursor-key': this.#random('cursor-key', 'Binds cursors to their list and company'),
      'totp-key': this.#random('totp-key', 'Seals the secrets of two-step sign-in'),
      'integration-key': this.#random('integration-key', "Seals companies' tokens of other platforms"),
    }
    this.origin = this.#originSecret(origin)
    const previous = origin > 1 ? [this.#originSecret(origin - 1)] : []
    this.acceptedOrigins = [...previous, this.origin, this.#originSecret(origin + 1)]
    this.#makeSigningKey(codeOf(SIGNING_KEY_MAKER))
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'Rotated by a command: every process must know the new value before it is used, and data made with the old value stays valid.',
    })
  }

  #random(name: string, description: string): Secret {
    return new Secret(this, name, {
      secretName: this.prefix + name,
      description,
      generateSecretString: GENERATED,
      // Data in the tables can be read with these alone.
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
  }

  /** Without a name of its own: a deleted secret keeps its name for up to 30 days, and each number is made once. */
  #originSecret(number: number): Secret {
    return new Secret(this, number === 1 ? 'origin-secret' : `origin-secret-${number}`, {
      description: 'Shows the API that a request came through CloudFront',
      generateSecretString: GENERATED,
    })
  }

  /** Secrets Manager creates passwords, not key pairs. A Lambda replaces one with a key pair, once. */
  #makeSigningKey(code: string): void {
    const { 'signing-key': secret, 'verifying-keys': verifying } = this.named
    const maker = new LambdaFunction(this, 'SigningKeyMaker', {
      code,
      timeoutSeconds: 60,
      memoryMegabytes: 256,
      environment: {},
      permissions: new PolicyDocument({
        statements: [
          new PolicyStatement({
            actions: ['secretsmanager:GetSecretValue', 'secretsmanager:PutSecretValue'],
            resources: [secret.secretArn, verifying.secretArn],
          }),
        ],
      }),
    })
    new CustomResource(this, 'SigningKey', {
      resourceType: 'Custom::SigningKey',
      serviceToken: maker.lambda.functionArn,
      serviceTimeout: Duration.minutes(5),
      properties: { SecretArn: secret.secretArn, VerifyingSecretArn: verifying.secretArn },
    })
  }
}
