import ShoppingCart from 'lucide-react/icons/shopping-cart'
import { useState } from 'react'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { DataTable, type TableView } from '#/ui/data-table.tsx'
import { EmptyState } from '#/ui/empty-state.tsx'
import { FilterChip } from '#/ui/filter-chip.tsx'
import { MenuItem } from '#/ui/menu.tsx'
import { Money } from '#/ui/money.tsx'
import { SearchInput } from '#/ui/search-input.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import { Status } from '#/ui/status.tsx'
import { orderColumns } from './order-columns.tsx'
import { type Order, orders } from './sample-orders.ts'
import { Columns, Specimens } from './specimen.tsx'

const firstView: TableView = { page: 1, search: '' }

export function TableSpecimens() {
  return (
    <Specimens id="tables" title="Tables">
      <OrderTable />
      <Columns>
        <Card title="Loading" flush>
          <IdleTable rows={undefined} />
        </Card>
        <Card title="Empty" flush>
          <IdleTable rows={[]} />
        </Card>
      </Columns>
    </Specimens>
  )
}

/** J and K move, X selects, Enter opens, `/` searches. */
function OrderTable() {
  const [view, setView] = useState(firstView)
  const [status, setStatus] = useState<string | null>(null)
  const [selected, setSelected] = useState<string[]>([])
  const [opened, setOpened] = useState<Order | null>(null)
  const rows = status === null ? orders : orders.filter((order) => order.status === status)
  const filter = (next: string | null) => {
    setStatus(next)
    setView({ ...view, page: 1 })
  }
  return (
    <Card title="Orders" flush>
      <DataTable
        main
        label="Orders"
        columns={orderColumns}
        rows={rows}
        rowId={(order) => order.id}
        view={view}
        onViewChange={setView}
        limit={8}
        rowHref={(order) => `#${order.id}`}
        onOpen={setOpened}
        selected={selected}
        onSelectedChange={setSelected}
        toolbar={
          selected.length > 0 ? (
            <SelectionBar count={selected.length} onClear={() => setSelected([])} />
          ) : (
            <>
              <SearchInput
                label="Search orders"
                value={view.search}
                onChange={(search) => setView({ ...view, search, page: 1 })}
                className="max-w-64 flex-1 basis-40"
              />
              <FilterChip name="Status" value={status} onClear={() => filter(null)}>
                <MenuItem onSelect={() => filter('paid')}>Paid</MenuItem>
                <MenuItem onSelect={() => filter('pending')}>Pending</MenuItem>
                <MenuItem onSelect={() => filter('payment_failed')}>Payment failed</MenuItem>
              </FilterChip>
            </>
          )
        }
        empty={<EmptyState title="No matching orders">Try another search.</EmptyState>}
      />
      <OrderSheet order={opened} onClose={() => setOpened(null)} />
    </Card>
  )
}

function SelectionBar({ count, onClear }: { count: number; onClear: () => void }) {
  return (
    <>
      <span className="figures flex-1 text-s font-medium">{count} selected</span>
      <Button onClick={onClear}>Clear</Button>
      <Button variant="primary" onClick={onClear}>
        Export
      </Button>
    </>
  )
}

function OrderSheet({ order, onClose }: { order: Order | null; onClose: () => void }) {
  return (
    <Sheet
      open={order !== null}
      onOpenChange={onClose}
      title={order?.customer}
      description={order?.product}
    >
      {order && (
        <p className="flex items-center justify-between gap-4">
          <Status state={order.status} />
          <Money amount={order.amount} currency="usd" />
        </p>
      )}
    </Sheet>
  )
}

function IdleTable({ rows }: { rows: readonly Order[] | undefined }) {
  const [view, setView] = useState(firstView)
  return (
    <DataTable
      label="Sample orders"
      columns={orderColumns.slice(0, 3)}
      rows={rows}
      rowId={(order) => order.id}
      view={view}
      onViewChange={setView}
      empty={
        <EmptyState
          icon={<ShoppingCart />}
          title="No orders yet"
          action={<Button variant="primary">Create a checkout link</Button>}
          code="await polar.checkouts.create({ products: [productId] })"
        >
          Share a checkout link, or create a checkout with the API.
        </EmptyState>
      }
    />
  )
}
