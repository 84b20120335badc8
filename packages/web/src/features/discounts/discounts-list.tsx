import { useQuery } from '@tanstack/react-query'
import BadgePercent from 'lucide-react/icons/badge-percent'
import SearchX from 'lucide-react/icons/search-x'
import { type ComponentType, useMemo, useState } from 'react'
import { callCode } from '../../lib/call-code.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import type { ListView } from '../../lib/list-view.ts'
import { mayIn } from '../../lib/roles.ts'
import { useKeptFocus } from '../../lib/use-kept-focus.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import { useToast } from '../../ui/toast.tsx'
import { discountColumns } from './discount-columns.tsx'
import { type DiscountDialogProps, EditDiscountDialog } from './discount-dialogs.tsx'
import type { DiscountMenuProps } from './discount-menu.tsx'
import {
  type Discount,
  type DiscountsView,
  discountsQuery,
  newestFirst,
} from './discount-queries.ts'

interface DiscountsListProps {
  view: DiscountsView
  onViewChange: (view: ListView, how: { replace: boolean }) => void
}

export function DiscountsList({ view, onViewChange }: DiscountsListProps) {
  const { id, role } = useOrganization()
  const { data } = useQuery({
    ...discountsQuery(id, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const { rows, dialog } = useDiscountRows(data?.items)
  const mayWrite = mayIn(role, 'catalog', 'write')
  return (
    <>
      <ListCard
        label="Discounts"
        search="Search discounts"
        columns={discountColumns}
        rows={rows}
        total={data?.pagination.totalCount}
        rowId={({ discount }) => discount.id}
        {...(mayWrite && { onOpen: ({ onAsk }: DiscountMenuProps) => onAsk(EditDiscountDialog) })}
        view={view}
        onViewChange={onViewChange}
        sortedBy={newestFirst}
        empty={
          view.q === undefined ? (
            <NoDiscounts />
          ) : (
            <NoMatch onClear={() => onViewChange({}, { replace: false })} />
          )
        }
      />
      {dialog}
    </>
  )
}

interface Asked {
  Dialog: ComponentType<DiscountDialogProps>
  /** As it was then: whoever deletes it meanwhile leaves the question standing. */
  discount: Discount
}

/** The discounts with what can be done about each, and the dialog that was asked for. */
function useDiscountRows(discounts: readonly Discount[] | undefined) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const toast = useToast()
  const rows = useMemo(
    () =>
      discounts?.map((discount) => ({
        discount,
        onAsk: (Dialog: Asked['Dialog']) => setAsked({ Dialog, discount }),
      })),
    [discounts],
  )
  useKeptFocus(asked !== null)
  const close = () => setAsked(null)
  const dialog = asked && (
    <asked.Dialog
      discount={asked.discount}
      onClose={close}
      onDone={(news) => {
        toast({ title: news })
        close()
      }}
    />
  )
  return { rows, dialog }
}

function NoDiscounts() {
  return (
    <EmptyState
      icon={<BadgePercent />}
      title="There are no discounts"
      calls={callCode(window.location.origin, create)}
    >
      A discount takes a share or an amount off, for whoever types its code or follows its link.
    </EmptyState>
  )
}

const create = {
  method: 'POST',
  path: '/v1/discounts/',
  sdk: 'discounts.create',
  argument: {
    name: 'Spring sale',
    code: 'SPRING20',
    type: 'percentage',
    basisPoints: 2000,
    duration: 'once',
  },
} as const

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title="No discount matches"
      action={<Button onClick={onClear}>Show all discounts</Button>}
    >
      No discount has these words in its name.
    </EmptyState>
  )
}
