import { type Scope, scopeAllows } from '@guildhall/contract/organizations/scopes'
import { Link } from '@tanstack/react-router'
import { type Call, callCode } from '../../lib/call-code.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { Banner } from '../../ui/banner.tsx'
import { buttonLook } from '../../ui/button-look.ts'
import { Card } from '../../ui/card.tsx'
import { CodeCall } from '../../ui/code-call.tsx'
import { SecretOnce } from '../../ui/secret-once.tsx'
import type { AccessToken } from './access-token-queries.ts'

export interface CreatedToken extends AccessToken {
  secret: string
}

/** The one time that anybody sees it, with a call that shows that it works. */
export function TokenCreated({ token }: { token: CreatedToken }) {
  const { slug } = useOrganization()
  const call = firstCall(token.scopes)
  return (
    <div className="grid max-w-170 grid-cols-1 gap-4">
      <Banner tone="good" title={`${token.comment} is ready.`}>
        Copy the token now: this server keeps no copy of it.
      </Banner>
      <Card>
        <div className="grid grid-cols-1 gap-4">
          <SecretOnce
            label="Access token"
            secret={token.secret}
            hint="Keep it where your secrets are, never in code that others see."
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
          className={buttonLook({ variant: 'primary' })}
        >
          Done
        </Link>
      </div>
    </div>
  )
}

/** Something harmless that it may do. */
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
