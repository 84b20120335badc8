import type { Id } from '@guildhall/contract/primitives'
import type { Keyring } from '../../../../platform/crypto/keyring.ts'
import type { Tokens } from '../../../../platform/oauth/tokens.ts'
import type { AccountRow } from '../../store/federation/accounts.ts'

type Kind = 'accessToken' | 'refreshToken' | 'idToken'

/** Bound to row and column, so that a sealed token copied to another place opens nothing. */
const binding = (id: Id<'account'>, kind: Kind) => ['account', id, kind]

/** Tokens received from a provider; an app that signs in by id token may have no access token. */
export interface ReceivedTokens
  extends Omit<Tokens, 'accessToken' | 'tokenType' | 'scopes' | 'extra'> {
  readonly accessToken: string | null
}

/** The columns for received tokens. Tokens that the provider left out stay as they were. */
export function sealTokens(keyring: Keyring, id: Id<'account'>, tokens: ReceivedTokens) {
  const { accessToken, accessTokenExpiresAt, refreshToken, refreshTokenExpiresAt, idToken } = tokens
  const seal = (kind: Kind, token: string) => keyring.seal(token, binding(id, kind))
  return {
    ...(accessToken === null
      ? {}
      : { accessToken: seal('accessToken', accessToken), accessTokenExpiresAt }),
    ...(refreshToken === null
      ? {}
      : { refreshToken: seal('refreshToken', refreshToken), refreshTokenExpiresAt }),
    ...(idToken === null ? {} : { idToken: seal('idToken', idToken) }),
  }
}

interface OpenedTokens {
  readonly accessToken: string | null
  readonly refreshToken: string | null
  readonly idToken: string | null
}

/** Null for tokens that are absent, or sealed with a secret that is no longer configured. */
export function openTokens(keyring: Keyring, account: AccountRow): OpenedTokens {
  const open = (kind: Kind) => {
    const sealed = account[kind]
    return sealed === null ? null : keyring.open(sealed, binding(account.id, kind))
  }
  return {
    accessToken: open('accessToken'),
    refreshToken: open('refreshToken'),
    idToken: open('idToken'),
  }
}
