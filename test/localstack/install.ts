import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { virtualEnvironment } from '../support/python.ts'
import { outputOf, run, succeeds, systemPackages } from '../support/tools.ts'
import { packAgent, packStarter } from './jars.ts'

export const VERSION = '4.14.0'

/** LocalStack, and the newest versions of its dependencies that still work. */
const PACKAGES = [
  `localstack-core[runtime]==${VERSION}`,
  'cbor2<6',
  'cryptography<47',
  'pyopenssl==25.3.0',
  'service_identity',
]

/** Amazon's DynamoDB in Java, which LocalStack runs behind its own endpoint. */
const DYNAMODB_LOCAL = '2.6.1'

/** The Python of an installation, and the `lib` folder in which LocalStack finds DynamoDB. */
export interface Installation {
  python: string
  lib: string
}

/**
 * LocalStack without docker, installed once in its own folder: LocalStack from PyPI, DynamoDB Local from Maven Central.
 * @throws with the name of a missing tool that cannot be installed from here
 */
export function installLocalStack(folder: string): Installation {
  const place = join(folder, `localstack-${VERSION}`)
  const environment = join(place, 'venv')
  const done: Installation = { python: join(environment, 'bin/python'), lib: join(place, 'lib') }
  if (existsSync(join(place, 'complete'))) return done
  console.log(`Installing LocalStack ${VERSION} (once, minutes)…`)
  // An earlier attempt left an incomplete installation.
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place, { recursive: true })
  const java = findJava()
  // It requires 3.10 and fails below 3.13.
  virtualEnvironment(environment, { what: 'LocalStack', oldest: 13, packages: PACKAGES })
  linkJava(done.lib, java)
  installDynamoDb(done.lib)
  writeFileSync(join(place, 'complete'), '')
  return done
}

/** @returns its home */
function findJava(): string {
  let home = javaHome()
  if (!home) systemPackages('Java and Maven', ['default-jdk-headless', 'maven'])
  home ??= javaHome()
  if (!home) throw new Error('LocalStack’s DynamoDB needs a Java development kit, 17 or newer, and Maven')
  return home
}

function javaHome(): string | undefined {
  if (!['javac', 'jar', 'mvn'].every((tool) => succeeds(tool, ['--version']))) return undefined
  const settings = outputOf('java', ['-XshowSettings:properties', '-version'])
  const settingOf = (name: string) => new RegExp(`java\\.${name} = (.+)`).exec(settings)?.[1]
  return Number(settingOf('specification\\.version')) >= 17 ? settingOf('home') : undefined
}

/** The folder in which LocalStack expects Java 21, which it would download. DynamoDB Local also runs on 17. */
function linkJava(lib: string, home: string): void {
  const place = join(lib, process.platform === 'darwin' ? 'java/21/Contents/Home' : 'java/21')
  mkdirSync(dirname(place), { recursive: true })
  symlinkSync(home, place)
}

/** Lays DynamoDB Local out as LocalStack’s own installer would, which downloads it from another place. */
function installDynamoDb(lib: string): void {
  const home = join(lib, 'dynamodb-local/2')
  const libraries = join(home, 'DynamoDBLocal_lib')
  mkdirSync(libraries, { recursive: true })
  writeFileSync(join(home, 'pom.xml'), POM)
  run(
    'mvn',
    ['--quiet', '--batch-mode', 'dependency:copy-dependencies', `-DoutputDirectory=${libraries}`],
    home,
  )
  const core = readdirSync(libraries).find((name) => /^DynamoDBLocal-.*\.jar$/.test(name))
  if (!core) throw new Error(`Maven brought no DynamoDB Local into ${libraries}`)
  renameSync(join(libraries, core), join(home, 'ddblocal-core.jar'))
  packStarter(home)
  packAgent(home)
}

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>recado</groupId>
  <artifactId>dynamodb-local</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency>
      <groupId>com.amazonaws</groupId>
      <artifactId>DynamoDBLocal</artifactId>
      <version>${DYNAMODB_LOCAL}</version>
    </dependency>
  </dependencies>
</project>
`
