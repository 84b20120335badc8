import { Problem } from '../../../../kernel/refusal.ts'
import type { OidcClient } from '../../../../platform/config/oidc.ts'
import type { SignInClient } from '../../../../platform/config/sign-in-client.ts'
import type { SocialClient } from '../../../../platform/config/social.ts'
import { type Discovery, discovery } from '../../../../platform/oauth/discovery.ts'
import { type IdTokenVerifier, idTokenVerifier } from '../../../../platform/oauth/id-token.ts'
import type { IdentityDeps } from '../../actions/deps.ts'
import { providerTable } from '../../rules/federation/providers/built-in.ts'
import { openIdProvider } from '../../rules/federation/providers/configured-openid.ts'
import { type Provider, throughProxy } from '../../rules/federation/providers/provider.ts'

/** A provider with this server's registration there. */
export interface ConfiguredProvider {
  readonly row: Provider
  readonly client: SignInClient
  /** The accepted audiences of its id tokens. */
  readonly audiences: readonly string[]
}

export interface Providers {
  /** Null if no provider of this id is configured; throws while its discovery fails. */
  readonly find: (providerId: string) => Promise<ConfiguredProvider | null>
  /** The name shown to people; the id itself for an unknown provider. */
  readonly nameOf: (providerId: string) => string
  readonly verifyIdToken: IdTokenVerifier
}

/** Caches discovery documents and signing keys, so it is opened once per process. */
export function openProviders({ config, fetchExternal, clock, log }: IdentityDeps): Providers {
  const builtIn = new Map(
    config.social.map((client) => [client.provider as string, builtInProvider(client)]),
  )
  const discovered = new Map(config.oidc.map((client) => [client.id, client]))
  const discover = discovery(fetchExternal, clock)
  return {
    verifyIdToken: idTokenVerifier(fetchExternal, clock),
    nameOf: (id) => builtIn.get(id)?.row.name ?? discovered.get(id)?.label ?? id,
    async find(id) {
      const client = discovered.get(id)
      if (client === undefined) return builtIn.get(id) ?? null
      const metadata = await discover(client.issuer)
      if (!('failed' in metadata)) return configuredOpenId(client, metadata)
      log.warn({ provider: id, reason: metadata.failed }, 'the discovery of a provider failed')
      throw new Problem('provider_unavailable')
    },
  }
}

/** What the operator allows people at this provider to do. */
export const signInPolicy = (
  { client: { isTrusted, signUp } }: ConfiguredProvider,
  requestsSignUp: boolean,
) => ({
  isTrusted,
  maySignUp: signUp === 'on' || (signUp === 'requested' && requestsSignUp),
})

function builtInProvider(client: SocialClient): ConfiguredProvider {
  const row = providerTable[client.provider](client)
  const scopes = [...new Set([...row.scopes, ...client.scopes])]
  return {
    row: throughProxy(client.reachedThrough, { ...row, scopes }),
    client,
    audiences: [client.clientId, ...client.audiences],
  }
}

type Metadata = Exclude<Awaited<ReturnType<Discovery>>, { readonly failed: string }>

function configuredOpenId(client: OidcClient, metadata: Metadata): ConfiguredProvider {
  const { id, label, scopes, tokenAuthentication: chosen } = client
  const [preferred = 'basic', ...others] = metadata.tokenAuthentications
  const tokenAuthentication = chosen !== null && others.includes(chosen) ? chosen : preferred
  return {
    row: openIdProvider({ ...metadata, id, label, scopes, tokenAuthentication }),
    client,
    audiences: [client.clientId],
  }
}
