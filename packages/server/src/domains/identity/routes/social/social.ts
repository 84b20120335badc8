import { Problem } from '../../../../kernel/refusal.ts'
import type { OidcClient } from '../../../../platform/config/oidc.ts'
import type { SignInClient } from '../../../../platform/config/sign-in-client.ts'
import type { SocialClient } from '../../../../platform/config/social.ts'
import { type Discovery, discovery } from '../../../../platform/oauth/discovery.ts'
import { type IdTokenVerifier, idTokenVerifier } from '../../../../platform/oauth/id-token.ts'
import type { IdentityParts } from '../../actions/parts.ts'
import { openIdProvider } from '../../rules/providers/open-id.ts'
import type { Provider } from '../../rules/providers/provider.ts'
import { reachedThrough } from '../../rules/providers/reached-through.ts'
import { providerTable } from '../../rules/providers/table.ts'

/** A provider, and what we are there. */
export interface KnownProvider {
  readonly row: Provider
  readonly client: SignInClient
  /** Whom its id tokens may be for. */
  readonly audiences: readonly string[]
}

export interface Social {
  /** Null where none of this id is configured; refuses while it can't be asked about itself. */
  find(providerId: string): Promise<KnownProvider | null>
  /** For people; the id itself where none of it is configured. */
  nameOf(providerId: string): string
  readonly verifyIdToken: IdTokenVerifier
}

/** What everything about signing in elsewhere shares: the providers, and what they said of late. */
export function openSocial({ config, outside, clock, log }: IdentityParts): Social {
  const fixed = new Map(config.social.map((client) => [client.provider as string, builtIn(client)]))
  const discovered = new Map(config.oidc.map((client) => [client.id, client]))
  const discover = discovery(outside, clock)
  return {
    verifyIdToken: idTokenVerifier(outside, clock),
    nameOf: (id) => fixed.get(id)?.row.name ?? discovered.get(id)?.label ?? id,
    async find(id) {
      const client = discovered.get(id)
      if (client === undefined) return fixed.get(id) ?? null
      const said = await discover(client.issuer)
      if (!('failed' in said)) return openId(client, said)
      log.warn({ provider: id, reason: said.failed }, 'a provider did not tell about itself')
      throw new Problem('provider_unavailable')
    },
  }
}

function builtIn(client: SocialClient): KnownProvider {
  const row = providerTable[client.provider](client)
  const scopes = [...new Set([...row.scopes, ...client.scopes])]
  return {
    row: reachedThrough(client.reachedThrough, { ...row, scopes }),
    client,
    audiences: [client.clientId, ...client.audiences],
  }
}

type Said = Exclude<Awaited<ReturnType<Discovery>>, { readonly failed: string }>

function openId(client: OidcClient, said: Said): KnownProvider {
  const { id, label, scopes } = client
  return {
    row: openIdProvider({ ...said, id, label, scopes }),
    client,
    audiences: [client.clientId],
  }
}
