import { createOrganizationAccessToken } from '@guildhall/contract/organizations/access-tokens'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { RunSensitive } from '#/entities/account/sensitive-action.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { quickstartPreset } from '#/entities/organization/scope-presets.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { productsToChoose } from '#/entities/product/products-to-choose.ts'
import { api } from '#/lib/api.ts'
import { Card } from '#/ui/card.tsx'
import { CodeBlock } from '#/ui/code-block.tsx'
import { Field } from '#/ui/field.tsx'
import { linkClasses } from '#/ui/link-classes.ts'
import { NativeSelect } from '#/ui/native-select.tsx'
import { environmentText } from './environment.ts'
import { TokenPart } from './token-part.tsx'

interface ValuesCardProps {
  origin: string
  /** Asks for the password if the session is too old to create a token. */
  run: RunSensitive
}

/** The file with the settings of the application, with the real values. */
export function ValuesCard({ origin, run }: ValuesCardProps) {
  const { id, role } = useOrganization()
  const { data: products } = useSuspenseQuery(productsToChoose(id))
  const [chosen, setChosen] = useState(products[0]?.id ?? '')
  const { token, create } = useNewToken(run)
  const values = {
    origin,
    organizationId: id,
    token,
    productId: products.find((product) => product.id === chosen)?.id ?? null,
  }
  return (
    <Card title="1. Put your values into a file">
      <div className="grid grid-cols-1 gap-3">
        {products.length === 0 ? (
          <NoProduct />
        ) : (
          <Field label="Product that the application sells" className="max-w-100">
            <NativeSelect value={chosen} onChange={(event) => setChosen(event.target.value)}>
              {products.map((product) => (
                <option key={product.id} value={product.id}>
                  {product.name}
                </option>
              ))}
              <option value="">A new one</option>
            </NativeSelect>
          </Field>
        )}
        <TokenPart
          mayCreate={mayIn(role, 'developers', 'write')}
          isCreated={token !== null}
          onCreate={create}
        />
        <CodeBlock title=".env" code={environmentText(values)} />
        <p className="text-s text-ink-2">
          Save it as <code>.env</code> in an empty folder, which becomes the application.
        </p>
      </div>
    </Card>
  )
}

function NoProduct() {
  const { slug } = useOrganization()
  return (
    <p className="text-s text-ink-2">
      There is no product yet. Step 2 creates one, or{' '}
      <Link to="/dashboard/$slug/products/new" params={{ slug }} className={linkClasses}>
        create your own
      </Link>{' '}
      first.
    </p>
  )
}

/** A token is created only on request, because everyone who sees it can use it. */
function useNewToken(run: RunSensitive) {
  const { id: organizationId } = useOrganization()
  const change = useChange()
  const [token, setToken] = useState<string | null>(null)
  const { name, scopes } = quickstartPreset
  const body = { organizationId, comment: name, scopes, expiresIn: 'P30D' }
  const act = () =>
    change(async () => {
      // Set before anything is refetched, because the token is shown only once.
      setToken((await api.call(createOrganizationAccessToken, { body })).token)
    })
  return { token, create: () => run({ label: 'Create token', act }) }
}
