import { id } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import type { Keyring } from '../../../../platform/crypto/keyring.ts'
import type { SandboxKey } from '../../store/sandbox.ts'

const shape = /^pi_sandbox_([\da-f]{32})([\da-f]{32})_secret_([\da-f]{8})([\da-f]{64})$/
const Key = z.object({ organizationId: id('organization'), id: id('sandboxIntent') })

/** Derived instead of stored, so that the database can’t be used to answer for a buyer. */
export function clientSecretOf(keyring: Keyring, key: SandboxKey): string {
  const { keyId, mac } = keyring.sign(signedText(key))
  return `pi_sandbox_${bare(key.organizationId)}${bare(key.id)}_secret_${keyId}${mac.toString('hex')}`
}

/** Null for a forged or malformed secret. */
export function readClientSecret(keyring: Keyring, text: string): SandboxKey | null {
  const [, organization = '', intent = '', keyId = '', mac = ''] = shape.exec(text) ?? []
  const read = z.safeParse(Key, { organizationId: hyphened(organization), id: hyphened(intent) })
  if (!read.success) return null
  const isGenuine = keyring.verify(signedText(read.data), { keyId, mac: Buffer.from(mac, 'hex') })
  return isGenuine ? read.data : null
}

const signedText = ({ organizationId, id: intentId }: SandboxKey): readonly string[] => [
  'sandbox client secret',
  organizationId,
  intentId,
]

const bare = (uuid: string): string => uuid.replaceAll('-', '')

const hyphened = (hex: string): string =>
  hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
