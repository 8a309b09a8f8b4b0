import { Agent } from 'node:https'
import { connect } from 'node:net'

/**
 * For Baileys' `fetchAgent`: its uploads always go to an address with TLS, and this takes them to the simulator on
 * this machine without.
 */
export function plainTcpAgent(port: number): Agent {
  const agent = new Agent({ keepAlive: true })
  agent.createConnection = () => connect(port, '127.0.0.1')
  return agent
}
