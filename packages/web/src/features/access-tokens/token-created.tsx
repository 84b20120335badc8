import { type Scope, scopeAllows } from '@guildhall/contract/organizations/scopes'
import { Link } from '@tanstack/react-router'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { type Call, callCode } from '#/lib/call-code.ts'
import { Banner } from '#/ui/banner.tsx'
import { buttonClasses } from '#/ui/button-classes.ts'
import { Card } from '#/ui/card.tsx'
import { CodeCall } from '#/ui/code-call.tsx'
import { SecretOnce } from '#/ui/secret-once.tsx'
import type { AccessToken } from './access-token-queries.ts'

export interface CreatedToken extends AccessToken {
  secret: string
}

/** The token, shown once, with a sample call. */
export function TokenCreated({ token }: { token: CreatedToken }) {
  const { slug } = useOrganization()
  const call = firstCall(token.scopes)
  return (
    <div className="grid max-w-170 grid-cols-1 gap-4">
      <Banner tone="good" title={`${token.comment} is ready.`}>
        Copy the token now. It won’t be shown again.
      </Banner>
      <Card>
        <div className="grid grid-cols-1 gap-4">
          <SecretOnce
            label="Access token"
            secret={token.secret}
            hint="Store it with your secrets, never in public code."
          />
          {call && (
            <CodeCall
              title="Try it"
              calls={callCode(window.location.origin, { ...call, token: token.secret })}
            />
          )}
        </div>
      </Card>
      <div>
        <Link
          to="/dashboard/$slug/settings/access-tokens"
          params={{ slug }}
          className={buttonClasses({ variant: 'primary' })}
        >
          Done
        </Link>
      </div>
    </div>
  )
}

/** A harmless call that the token allows. */
function firstCall(scopes: readonly Scope[]): Call | undefined {
  return reads.find(({ scope }) => scopeAllows(scopes, scope))?.call
}

const list = (name: string, path: string): Call => ({
  method: 'GET',
  path: `/v1/${path}/`,
  sdk: `${name}.list`,
  argument: {},
})

const reads: readonly { scope: Scope; call: Call }[] = [
  { scope: 'products:read', call: list('products', 'products') },
  { scope: 'customers:read', call: list('customers', 'customers') },
  { scope: 'organizations:read', call: list('organizations', 'organizations') },
  { scope: 'benefits:read', call: list('benefits', 'benefits') },
  { scope: 'discounts:read', call: list('discounts', 'discounts') },
  { scope: 'custom_fields:read', call: list('customFields', 'custom-fields') },
  { scope: 'meters:read', call: list('meters', 'meters') },
  { scope: 'files:read', call: list('files', 'files') },
]
