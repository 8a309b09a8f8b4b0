import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { run } from '../support/tools.ts'

/** The files beside `DynamoDBLocal.jar`. */
const CORE = 'ddblocal-core.jar'
const LIBRARIES = 'DynamoDBLocal_lib'

/** `DynamoDBLocal.jar`: starts DynamoDB Local with the paths of its parts. @param home the folder of its own jars */
export function packStarter(home: string): void {
  const libraries = readdirSync(join(home, LIBRARIES)).filter((name) => name.endsWith('.jar'))
  const paths = [CORE, ...libraries.sort().map((name) => `${LIBRARIES}/${name}`)]
  pack(join(home, 'DynamoDBLocal.jar'), {
    source: { name: 'OnLoopback', text: STARTER },
    manifest: `Main-Class: OnLoopback\n${folded(`Class-Path: ${paths.join(' ')}`)}\n`,
    classPath: [join(home, CORE), join(home, LIBRARIES, '*')],
  })
}

/** LocalStack starts DynamoDB Local with an agent of its own, which raises a limit that the product keeps to. */
export function packAgent(home: string): void {
  pack(join(home, 'ddb-local-loader-0.1.jar'), {
    source: { name: 'NoAgent', text: AGENT },
    manifest: 'Premain-Class: NoAgent\n',
    classPath: [],
  })
}

/** DynamoDB Local listens on all interfaces and has no option to change this. This class starts it on loopback only. */
const STARTER = `import com.amazonaws.services.dynamodbv2.local.main.ServerRunner;
import com.amazonaws.services.dynamodbv2.local.server.DynamoDBProxyServer;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

public class OnLoopback {
  public static void main(String[] arguments) throws Exception {
    DynamoDBProxyServer dynamodb = ServerRunner.createServerFromCommandLineArgs(arguments);
    var server = DynamoDBProxyServer.class.getDeclaredField("server");
    server.setAccessible(true);
    for (Connector connector : ((Server) server.get(dynamodb)).getConnectors())
      ((ServerConnector) connector).setHost("127.0.0.1");
    dynamodb.start();
  }
}
`

const AGENT = `public class NoAgent {
  public static void premain(String options, java.lang.instrument.Instrumentation instrumentation) {}
}
`

interface Contents {
  source: { name: string; text: string }
  manifest: string
  /** The classpath of the compilation. */
  classPath: string[]
}

/** Makes a jar of one class. */
function pack(jar: string, { source, manifest, classPath }: Contents): void {
  const folder = mkdtempSync(join(tmpdir(), 'recado-jar-'))
  try {
    const [java, manifestFile] = [join(folder, `${source.name}.java`), join(folder, 'manifest.txt')]
    writeFileSync(java, source.text)
    writeFileSync(manifestFile, manifest)
    run('javac', ['-proc:none', '-d', folder, '-cp', [folder, ...classPath].join(delimiter), java])
    run('jar', ['--create', '--file', jar, '--manifest', manifestFile, '-C', folder, `${source.name}.class`])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A manifest's lines have 72 bytes at most. A leading space continues a line. */
function folded(line: string): string {
  const [first = '', ...rest] = line.match(/^.{1,70}|.{1,69}/g) ?? []
  return [first, ...rest.map((part) => ` ${part}`)].join('\n')
}
