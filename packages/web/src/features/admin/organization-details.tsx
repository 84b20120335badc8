import { organizationCountedMax } from '@guildhall/contract/organizations/all-organizations'
import { Link } from '@tanstack/react-router'
import { formatCount, formatInstant } from '#/lib/format.ts'
import { Avatar } from '#/ui/avatar.tsx'
import { Card } from '#/ui/card.tsx'
import { Copyable } from '#/ui/copyable.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { Facts } from '#/ui/facts.tsx'
import { KeyFigures } from '#/ui/key-figures.tsx'
import { linkClasses } from '#/ui/link-classes.ts'
import { Time } from '#/ui/time.tsx'
import { WithSide } from '#/ui/with-side.tsx'
import type { AnyOrganization } from './organizations-queries.ts'
import { nameOf } from './user-name.ts'

interface OrganizationProps {
  organization: AnyOrganization
}

/** Who owns an organization and how much it has, without the data of its customers. */
export function OrganizationDetails({ organization }: OrganizationProps) {
  return (
    <WithSide label="Details" side={<OrganizationFacts organization={organization} />}>
      <KeyFigures
        label="Figures"
        figures={[
          { label: 'Members', figure: formatCount(organization.memberCount) },
          { label: 'Customers', figure: countText(organization.customerCount) },
          { label: 'Orders', figure: countText(organization.orderCount) },
        ]}
      />
      <Owners organization={organization} />
    </WithSide>
  )
}

/** “10,000+” where the server stopped counting. */
const countText = (count: number): string =>
  `${formatCount(count)}${count < organizationCountedMax ? '' : '+'}`

function Owners({ organization: { owners, ownerCount } }: OrganizationProps) {
  const isCut = owners.length < ownerCount
  return (
    <Card
      flush
      title="Owners"
      {...(isCut && { description: `The first ${owners.length} of ${formatCount(ownerCount)}.` })}
    >
      <Entries count={owners.length} empty="This organization has no owner.">
        {owners.map((owner) => (
          <Entry
            key={owner.userId}
            icon={<Avatar name={nameOf(owner)} />}
            title={
              <Link
                to="/admin/users/$userId"
                params={{ userId: owner.userId }}
                className={linkClasses}
              >
                {nameOf(owner)}
              </Link>
            }
          >
            <span className="break-all">{owner.email}</span>
          </Entry>
        ))}
      </Entries>
    </Card>
  )
}

function OrganizationFacts({ organization }: OrganizationProps) {
  const { name, slug, logo, id, createdAt, isSandbox, clockFrozenAt } = organization
  return (
    <Card>
      <div className="mb-3 flex items-center gap-3">
        <Avatar name={name} src={logo} size="l" square />
        <p className="min-w-0 text-m font-semibold break-words">{name}</p>
      </div>
      <Facts
        facts={[
          { label: 'Slug', value: <Copyable text={slug} what="slug" /> },
          { label: 'Payments', value: isSandbox ? 'Sandbox' : 'Stripe' },
          ...(isSandbox ? [{ label: 'Clock', value: clockText(clockFrozenAt) }] : []),
          { label: 'Created', value: <Time at={createdAt} /> },
          { label: 'ID', value: <Copyable text={id} short /> },
        ]}
      />
    </Card>
  )
}

const clockText = (frozenAt: Date | null): string =>
  frozenAt === null ? 'Real time' : `Stands still at ${formatInstant(frozenAt)}`
