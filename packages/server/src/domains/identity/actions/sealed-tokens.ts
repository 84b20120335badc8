import type { Id } from '@guildhall/contract/primitives'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import type { Tokens } from '../../../platform/oauth/tokens.ts'
import type { AccountRow } from '../store/accounts.ts'

type Kind = 'accessToken' | 'refreshToken' | 'idToken'

/** Bound to its row and its column: copied into another, it opens nothing. */
const binding = (id: Id<'account'>, kind: Kind) => ['account', id, kind]

/** What of a provider's tokens is kept; an app that brings its own may leave out the first. */
export interface KeptTokens
  extends Omit<Tokens, 'accessToken' | 'tokenType' | 'scopes' | 'others'> {
  readonly accessToken: string | null
}

/** An account's tokens as its row keeps them. What the provider left out stays as it was. */
export function sealedTokens(keyring: Keyring, id: Id<'account'>, tokens: KeptTokens) {
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

export interface OpenedTokens {
  readonly accessToken: string | null
  readonly refreshToken: string | null
  readonly idToken: string | null
}

/** Null what there is none of, or what a secret sealed that is no longer listed. */
export function openedTokens(keyring: Keyring, account: AccountRow): OpenedTokens {
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
