import type { ReactNode } from 'react'
import { customerName } from '#/entities/customer/customer-name.ts'
import { ObjectLink } from '#/entities/organization/object-link.tsx'
import { formatCount } from '#/lib/format.ts'
import { Copyable } from '#/ui/copyable.tsx'
import { Facts } from '#/ui/facts.tsx'
import { None } from '#/ui/none.tsx'
import { Status } from '#/ui/status.tsx'
import { Time } from '#/ui/time.tsx'
import type { LicenseKey } from './key-queries.ts'

interface KeyFactsProps {
  licenseKey: LicenseKey
  /** What can be done with the key; undefined where its status can’t be edited below. */
  action?: ReactNode
}

export function KeyFacts({ licenseKey, action }: KeyFactsProps) {
  const { key, status, customer, createdAt, validations, lastValidatedAt } = licenseKey
  return (
    <Facts
      facts={[
        {
          label: 'Key',
          value: (
            <span className="flex flex-wrap items-center justify-between gap-2">
              <Copyable text={key} what="license key" />
              {action}
            </span>
          ),
        },
        ...(action === undefined ? [{ label: 'Status', value: <Status state={status} /> }] : []),
        {
          label: 'Customer',
          value: (
            <ObjectLink type="customer" id={customer.id}>
              {customerName(customer)}
            </ObjectLink>
          ),
        },
        { label: 'Issued', value: <Time at={createdAt} /> },
        {
          label: 'Validated',
          value:
            lastValidatedAt === null ? (
              <None />
            ) : (
              <>
                {validations === 1 ? 'once' : `${formatCount(validations)} times`}, last{' '}
                <Time at={lastValidatedAt} />
              </>
            ),
        },
      ]}
    />
  )
}
