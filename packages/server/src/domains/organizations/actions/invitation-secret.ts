import type { Keyring } from '../../../platform/crypto/keyring.ts'
import type { InvitationRow } from '../store/invitations.ts'

type Invited = Pick<InvitationRow, 'id' | 'email'>

const message = ({ id, email }: Invited) => ['invitation', id, email]

/**
 * Stands only in the mailed link, never in a response, so showing it proves who reads the mailbox.
 * Derived rather than stored: the database alone lets nobody in.
 */
export function invitationSecret(keyring: Keyring, invited: Invited): string {
  const { keyId, mac } = keyring.sign(message(invited))
  return `${keyId}${mac.toString('base64url')}`
}

const keyIdLength = 8

export const isInvitationSecret = (keyring: Keyring, invited: Invited, secret: string): boolean =>
  keyring.verify(message(invited), {
    keyId: secret.slice(0, keyIdLength),
    mac: Buffer.from(secret.slice(keyIdLength), 'base64url'),
  })
