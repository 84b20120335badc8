import type { DiscountStatus } from '@guildhall/contract/catalog/discount-shapes'
import { useQuery } from '@tanstack/react-query'
import BadgePercent from 'lucide-react/icons/badge-percent'
import { type ComponentType, useMemo, useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { ViewedList } from '#/entities/saved-view/viewed-list.tsx'
import { callCode } from '#/lib/call-code.ts'
import { useKeptFocus } from '#/lib/use-kept-focus.ts'
import { EmptyState } from '#/ui/empty-state.tsx'
import { FilterChip } from '#/ui/filter-chip.tsx'
import { MenuItem } from '#/ui/menu.tsx'
import { NoMatch } from '#/ui/no-match.tsx'
import { useToast } from '#/ui/toast.tsx'
import { discountColumns } from './discount-columns.tsx'
import { type DiscountDialogProps, EditDiscountDialog } from './discount-dialogs.tsx'
import type { DiscountMenuProps } from './discount-menu.tsx'
import { type Discount, discountsQuery } from './discount-queries.ts'
import { statusText } from './discount-text.ts'
import { type DiscountsView, newestFirst, readDiscountsView } from './discounts-view.ts'

interface DiscountsListProps {
  view: DiscountsView
  onViewChange: (view: DiscountsView, how: { replace: boolean }) => void
}

export function DiscountsList({ view, onViewChange }: DiscountsListProps) {
  const { id, role } = useOrganization()
  const { data } = useQuery({
    ...discountsQuery(id, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const { rows, dialog } = useDiscountRows(data?.items)
  const mayWrite = mayIn(role, 'catalog', 'write')
  const { status, ...list } = view
  const { page: _, ...firstPage } = list
  const filter = (chosen: DiscountsView['status']) =>
    onViewChange(readDiscountsView({ ...firstPage, status: chosen }), { replace: false })
  return (
    <>
      <ViewedList
        list="discounts"
        parameters={{ ...view }}
        onViewOpen={(search) => onViewChange(readDiscountsView(search), { replace: false })}
        label="Discounts"
        search="Search discounts"
        filters={
          <FilterChip
            name="Status"
            value={status === undefined ? null : statusText[status]}
            onClear={() => filter(undefined)}
          >
            {inLife.map((one) => (
              <MenuItem key={one} onSelect={() => filter(one)}>
                {statusText[one]}
              </MenuItem>
            ))}
          </FilterChip>
        }
        columns={discountColumns}
        rows={rows}
        total={data?.pagination.totalCount}
        rowId={({ discount }) => discount.id}
        {...(mayWrite && { onOpen: ({ onAsk }: DiscountMenuProps) => onAsk(EditDiscountDialog) })}
        view={list}
        onViewChange={(next, how) => onViewChange(readDiscountsView({ ...next, status }), how)}
        sortedBy={newestFirst}
        empty={
          view.q === undefined && status === undefined ? (
            <NoDiscounts />
          ) : (
            <NoMatch noun="discounts" onClear={() => onViewChange({}, { replace: false })}>
              {status === undefined
                ? 'No discount has a name or code like this.'
                : 'Try another status, or another name or code.'}
            </NoMatch>
          )
        }
      />
      {dialog}
    </>
  )
}

/** In the order in which a discount passes them. */
const inLife = ['scheduled', 'active', 'used_up', 'ended'] as const satisfies DiscountStatus[]

interface Asked {
  Dialog: ComponentType<DiscountDialogProps>
  /** A snapshot, so that the dialog stays open when someone else deletes the object. */
  discount: Discount
}

/** The discounts with their menus, and the open dialog. */
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
      onDone={(message) => {
        toast({ title: message })
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
      title="No discounts yet"
      calls={callCode(window.location.origin, create)}
    >
      Discounts take a percentage or a fixed amount off for customers who use a code or link.
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
