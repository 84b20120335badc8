import { benefitTypes } from '@guildhall/contract/benefits/shapes'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import Gift from 'lucide-react/icons/gift'
import SearchX from 'lucide-react/icons/search-x'
import { benefitTypeLooks } from '../../lib/benefit-types.ts'
import { callCode } from '../../lib/call-code.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import { MenuItem } from '../../ui/menu.tsx'
import { benefitColumns } from './benefit-columns.tsx'
import { type Benefit, benefitsQuery } from './benefit-queries.ts'
import { type BenefitsView, readBenefitsView } from './benefits-view.ts'

interface BenefitsListProps {
  view: BenefitsView
  onViewChange: (view: BenefitsView, how: { replace: boolean }) => void
}

/** What customers can get with products. */
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
      // A navigation that fails shows the error page; there is nothing to wait for here.
      onOpen={(benefit) => void navigate(linkTo(benefit))}
      view={list}
      onViewChange={(next, how) => onViewChange(readBenefitsView({ ...next, type }), how)}
      sortedBy="-created_at"
      empty={
        isNarrowed ? (
          <NoMatch onClear={() => onViewChange({}, { replace: false })} />
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
      value={type ? benefitTypeLooks[type].name : null}
      onClear={() => onChange(undefined)}
    >
      {benefitTypes.map((one) => {
        const { name, icon: Icon } = benefitTypeLooks[one]
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
      title="There are no benefits"
      calls={callCode(window.location.origin, create)}
    >
      A benefit is what customers get with a product: files, license keys, a role, access to a
      repository.
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

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title="No benefit matches"
      action={<Button onClick={onClear}>Show all benefits</Button>}
    >
      No benefit of this type has these words in its description.
    </EmptyState>
  )
}
