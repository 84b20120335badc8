import type { Keyring } from '../../../platform/crypto/keyring.ts'
import { isSignedText, signedText } from '../../../platform/crypto/signed-text.ts'
import type { InvitationRow } from '../store/invitations.ts'

type Invited = Pick<InvitationRow, 'id' | 'email'>

const words = ({ id, email }: Invited) => ['invitation', id, email]

/** Stands only in the mailed link, never in a response: showing it proves who reads the mailbox. */
export const invitationSecret = (keyring: Keyring, invited: Invited): string =>
  signedText(keyring, words(invited))

/** Whether the caller has shown the secret of an existing invitation. */
export const hasInvitationSecret = (
  keyring: Keyring,
  invited: Invited | null,
  secret: string | null,
): boolean => invited !== null && secret !== null && isSignedText(keyring, words(invited), secret)
