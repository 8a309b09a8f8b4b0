import { type BinaryNode, getBinaryNodeChild } from '@whiskeysockets/baileys'
import type { Account } from '../accounts/accounts.ts'
import { deviceLidJid, devicePhoneJid, SERVER_JID } from '../accounts/jids.ts'
import { Refusal } from '../errors/refusal.ts'
import { restartRequired } from '../wire/last-words.ts'
import { bigEndian, bytesIn, inSeconds, stanza } from '../wire/stanza.ts'
import { deviceSigned, type LinkProof, vouchFor } from './adv-signatures.ts'
import type { Connection } from './connection.ts'
import { askForPasskey } from './passkey.ts'
import { readQrCode } from './qr-code.ts'
import type { CompanionWorld } from './world.ts'

/**
 * The account's phone scans a client's QR code and links the client as a new device. Returns the device's number.
 * Throws `ERR_QR_EXPIRED` for an expired code.
 */
export async function linkByQrCode(
  simulation: CompanionWorld,
  account: Account,
  text: string,
): Promise<Linked> {
  const code = readQrCode(text)
  if (!code)
    throw new Refusal(400, 'ERR_QR_INVALID', 'This text is not a WhatsApp code for linking a device.')
  const connection = simulation.pairings.take(code.reference)
  const expired = new Refusal(409, 'ERR_QR_EXPIRED', 'No client shows this QR code any more.')
  if (!connection?.clientKey.equals(code.noiseKey)) throw expired
  return link(simulation, { account, connection, identity: code.identity, secret: code.secret })
}

/** Result of a link: a device with a number, or a passkey request that ends it. */
export type Linked = { device: number } | { passkey: true }

/** Links a client whose identity and secret the phone got by QR code or pairing code. */
export async function link(
  simulation: CompanionWorld,
  client: { account: Account; connection: Connection; identity: Buffer; secret: Buffer },
): Promise<Linked> {
  const { account, connection, identity, secret } = client
  const { eIdent, eRegid, eSkeyId, eSkeyVal, eSkeySig } = connection.registration ?? {}
  if (!identity.equals(required(eIdent))) {
    throw new Refusal(
      409,
      'ERR_PAIRING_FAILED',
      'The code names another identity than the client registered.',
    )
  }
  if (simulation.faults.takePasskey(account.number)) {
    askForPasskey(simulation, connection)
    return { passkey: true }
  }
  const device = simulation.accounts.takeDeviceNumber(account.number)
  const phone = simulation.phones.of(account).credentials
  const proof = vouchFor(phone, { identity, secret, keyIndex: device, at: simulation.now() })
  const linked = { number: account.number, lid: account.lid, device }
  const answer = await connection.ask(pairSuccess(simulation, account, linked, proof)).catch(() => {
    throw new Refusal(
      409,
      'ERR_PAIRING_FAILED',
      'The client closed its connection while it was being linked.',
    )
  })
  const signed = bytesIn(getBinaryNodeChild(answer, 'pair-device-sign'), 'device-identity')
  if (!deviceSigned(signed, { details: proof.details, identity, phone })) {
    throw new Refusal(409, 'ERR_PAIRING_FAILED', 'The client signed its identity with another key.')
  }
  simulation.companions.link({
    ...linked,
    noiseKey: connection.clientKey,
    identity,
    registrationId: bigEndian(required(eRegid)),
    signedPreKey: {
      id: bigEndian(required(eSkeyId)),
      value: required(eSkeyVal),
      signature: required(eSkeySig),
    },
  })
  const cut = simulation.faults.takePairingCut(account.number)
  if (cut === 'login') simulation.faults.set({ kind: 'upgrade', answer: 'cut', times: 1 })
  if (cut === 'restart') connection.drop()
  else if (cut !== 'silence') connection.close(restartRequired())
  return { device }
}

function pairSuccess(
  simulation: CompanionWorld,
  account: Account,
  linked: { number: string; lid: string; device: number },
  proof: LinkProof,
): BinaryNode {
  const attributes = {
    from: SERVER_JID,
    type: 'set',
    id: simulation.newStanzaId(),
    t: inSeconds(simulation.now()),
    xmlns: 'md',
  }
  return stanza('iq', attributes, [
    stanza('pair-success', {}, [
      stanza('device-identity', {}, proof.container),
      stanza('device', { jid: devicePhoneJid(linked), lid: deviceLidJid(linked) }),
      stanza('platform', { name: 'smba' }),
      ...(account.name ? [stanza('biz', { name: account.name })] : []),
    ]),
  ])
}

function required(bytes: Uint8Array | null | undefined): Uint8Array {
  if (!bytes) throw new Error('the registration is incomplete')
  return bytes
}
