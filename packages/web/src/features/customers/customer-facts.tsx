import { PostalAddress } from '#/entities/address/postal-address.tsx'
import { Card } from '#/ui/card.tsx'
import { Copyable } from '#/ui/copyable.tsx'
import { EmailText } from '#/ui/email-text.tsx'
import { Facts } from '#/ui/facts.tsx'
import { Link } from '#/ui/link.tsx'
import { None } from '#/ui/none.tsx'
import { Time } from '#/ui/time.tsx'
import type { Customer } from './customer-queries.ts'
import { taxFormatName } from './places.ts'

/** The details of a customer. */
export function CustomerFacts({ customer }: { customer: Customer }) {
  const { id, externalId, email, emailVerified, createdAt, modifiedAt } = customer
  return (
    <>
      <Card title="Details">
        <Facts
          facts={[
            { label: 'ID', value: <Copyable short text={id} /> },
            {
              label: 'External ID',
              value:
                externalId === null ? <None /> : <Copyable text={externalId} what="external ID" />,
            },
            {
              label: 'Email',
              value: (
                <>
                  <Link href={`mailto:${email}`}>
                    <EmailText>{email}</EmailText>
                  </Link>
                  <span className="block text-xs text-ink-3">
                    {emailVerified ? 'verified' : 'not verified'}
                  </span>
                </>
              ),
            },
            { label: 'Created', value: <Time at={createdAt} /> },
            { label: 'Updated', value: modifiedAt === null ? <None /> : <Time at={modifiedAt} /> },
          ]}
        />
      </Card>
      <Billing customer={customer} />
      <Metadata metadata={customer.metadata} />
    </>
  )
}

function Billing({ customer: { billingAddress, taxId } }: { customer: Customer }) {
  return (
    <Card title="Billing">
      <Facts
        facts={[
          {
            label: 'Address',
            value: billingAddress === null ? <None /> : <PostalAddress address={billingAddress} />,
          },
          {
            label: 'Tax ID',
            value:
              taxId === null ? (
                <None />
              ) : (
                <>
                  <Copyable text={taxId[0]} what="tax ID" />
                  <span className="block text-xs text-ink-3">{taxFormatName(taxId[1])}</span>
                </>
              ),
          },
        ]}
      />
    </Card>
  )
}

function Metadata({ metadata }: Pick<Customer, 'metadata'>) {
  const facts = Object.entries(metadata).map(([name, value]) => ({
    label: name,
    value: <code className="font-mono text-xs wrap-anywhere">{String(value)}</code>,
  }))
  return (
    <Card title="Metadata">
      {facts.length === 0 ? <p className="text-s text-ink-3">none</p> : <Facts facts={facts} />}
    </Card>
  )
}
