import {
  exportJournal,
  type JournalColumn,
  journalColumns,
} from '@guildhall/contract/finance/finance'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { csvFile, saveFile } from '#/lib/save-file.ts'
import { Button } from '#/ui/button.tsx'
import type { DayRange } from '#/ui/calendar-days.ts'
import { Card } from '#/ui/card.tsx'
import { Checkbox } from '#/ui/checkbox.tsx'
import { useToast } from '#/ui/toast.tsx'
import { rangeOf } from './finance-queries.ts'

const columnNames: Readonly<Record<JournalColumn, string>> = {
  date: 'Date',
  entry_id: 'Entry ID',
  kind: 'Kind',
  invoice_number: 'Invoice number',
  order_id: 'Order ID',
  payment_id: 'Payment ID',
  refund_id: 'Refund ID',
  dispute_id: 'Dispute ID',
  account: 'Account',
  place: 'Tax place',
  currency: 'Currency',
  debit: 'Debit',
  credit: 'Credit',
  amount: 'Amount',
  side: 'Side (D or C)',
}

const columnsDefault: readonly JournalColumn[] = [
  'date',
  'kind',
  'invoice_number',
  'account',
  'place',
  'currency',
  'debit',
  'credit',
]

/** The double-entry journal as a file for accounting programs. */
export function JournalCard({ range }: { range: DayRange }) {
  const [held, setHeld] = useState(columnsDefault)
  const toggle = (column: JournalColumn, isHeld: boolean) =>
    setHeld(journalColumns.filter((one) => (one === column ? isHeld : held.includes(one))))
  return (
    <Card
      title="Journal"
      description="Every line of the double-entry journal, payouts included, as CSV for your accountant."
      actions={<DownloadJournal range={range} columns={held} />}
    >
      <fieldset>
        <legend className="mb-1 text-s font-medium">Columns</legend>
        <p className="mb-3 text-xs text-ink-3">
          Debit and credit are apart; for programs that want one amount, choose amount and side.
        </p>
        <div className="grid gap-2 sm:grid-cols-3 lg:grid-cols-5">
          {journalColumns.map((column) => (
            <Checkbox
              key={column}
              label={columnNames[column]}
              checked={held.includes(column)}
              onChange={({ currentTarget }) => toggle(column, currentTarget.checked)}
            />
          ))}
        </div>
      </fieldset>
    </Card>
  )
}

interface DownloadJournalProps {
  range: DayRange
  columns: readonly JournalColumn[]
}

function DownloadJournal({ range, columns }: DownloadJournalProps) {
  const { id, slug } = useOrganization()
  const [isBusy, setBusy] = useState(false)
  const toast = useToast()
  const download = async () => {
    setBusy(true)
    try {
      const query = { ...rangeOf(id, range), columns: [...columns] }
      const csv = await api.call(exportJournal, { query })
      saveFile(csvFile(csv), `${slug}-journal-${range.from}-to-${range.to}.csv`)
    } catch (error) {
      toast({ tone: 'bad', title: 'Export failed', description: failureMessage(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button loading={isBusy} disabled={columns.length === 0} onClick={() => void download()}>
      <Download aria-hidden="true" /> Export journal
    </Button>
  )
}
