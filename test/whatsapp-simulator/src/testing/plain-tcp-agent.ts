import { Agent } from 'node:https'
import { connect } from 'node:net'

/**
 * For Baileys' `fetchAgent`: Baileys uploads only to TLS addresses. This agent sends the uploads to the simulator
 * on this machine without TLS.
 */
export function plainTcpAgent(port: number): Agent {
  const agent = new Agent({ keepAlive: true })
  agent.createConnection = () => connect(port, '127.0.0.1')
  return agent
}
