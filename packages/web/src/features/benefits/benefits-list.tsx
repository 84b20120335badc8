import { benefitTypes } from '@guildhall/contract/benefits/shapes'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import Gift from 'lucide-react/icons/gift'
import { benefitTypeDetails } from '#/entities/benefit/benefit-types.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { callCode } from '#/lib/call-code.ts'
import { EmptyState } from '#/ui/empty-state.tsx'
import { FilterChip } from '#/ui/filter-chip.tsx'
import { ListCard } from '#/ui/list-card.tsx'
import { MenuItem } from '#/ui/menu.tsx'
import { NoMatch } from '#/ui/no-match.tsx'
import { benefitColumns } from './benefit-columns.tsx'
import { type Benefit, benefitsQuery } from './benefit-queries.ts'
import { type BenefitsView, readBenefitsView } from './benefits-view.ts'

interface BenefitsListProps {
  view: BenefitsView
  onViewChange: (view: BenefitsView, how: { replace: boolean }) => void
}

/** The benefits of an organization. */
export function BenefitsList({ view, onViewChange }: BenefitsListProps) {
  const { id, slug } = useOrganization()
  const router = useRouter()
  const navigate = useNavigate()
  const { data } = useQuery({
    ...benefitsQuery(id, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const linkTo = ({ id: benefitId }: Benefit) =>
    ({ to: '/dashboard/$slug/benefits/$benefitId', params: { slug, benefitId } }) as const
  const { type, ...list } = view
  const isNarrowed = type !== undefined || view.q !== undefined
  return (
    <ListCard
      label="Benefits"
      search="Search benefits"
      filters={
        <TypeFilter
          type={type}
          onChange={(chosen) => {
            const { page: _, ...kept } = list
            onViewChange({ ...kept, ...(chosen && { type: chosen }) }, { replace: false })
          }}
        />
      }
      columns={benefitColumns}
      rows={data?.items}
      total={data?.pagination.totalCount}
      rowId={(benefit) => benefit.id}
      rowHref={(benefit) => router.buildLocation(linkTo(benefit)).href}
      // A failed navigation shows the error page, so it isn’t awaited.
      onOpen={(benefit) => void navigate(linkTo(benefit))}
      view={list}
      onViewChange={(next, how) => onViewChange(readBenefitsView({ ...next, type }), how)}
      sortedBy="-created_at"
      empty={
        isNarrowed ? (
          <NoMatch noun="benefits" onClear={() => onViewChange({}, { replace: false })}>
            No benefit matches this search and type.
          </NoMatch>
        ) : (
          <NoBenefits />
        )
      }
    />
  )
}

interface TypeFilterProps {
  type: BenefitsView['type']
  onChange: (type: BenefitsView['type']) => void
}

function TypeFilter({ type, onChange }: TypeFilterProps) {
  return (
    <FilterChip
      name="Type"
      value={type ? benefitTypeDetails[type].name : null}
      onClear={() => onChange(undefined)}
    >
      {benefitTypes.map((one) => {
        const { name, icon: Icon } = benefitTypeDetails[one]
        return (
          <MenuItem key={one} icon={<Icon />} onSelect={() => onChange(one)}>
            {name}
          </MenuItem>
        )
      })}
    </FilterChip>
  )
}

function NoBenefits() {
  return (
    <EmptyState
      icon={<Gift />}
      title="No benefits yet"
      calls={callCode(window.location.origin, create)}
    >
      Benefits are what customers get with a product: files, license keys, a Discord role or access
      to a repository.
    </EmptyState>
  )
}

const create = {
  method: 'POST',
  path: '/v1/benefits/',
  sdk: 'benefits.create',
  argument: {
    type: 'license_keys',
    description: 'A license key',
    properties: { prefix: 'NORTH', activations: { limit: 3, enableCustomerAdmin: true } },
  },
} as const
