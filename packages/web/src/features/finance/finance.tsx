import { useSuspenseQuery } from '@tanstack/react-query'
import { billingSettingsQuery } from '#/entities/organization/billing-settings.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { dayInZone } from '#/ui/calendar-days.ts'
import { DateRangePicker } from '#/ui/date-range-picker.tsx'
import { useNow } from '#/ui/use-now.ts'
import { dayMin, daysOf, type FinanceView, groupOf, readFinanceView } from './finance-view.ts'
import { IncomeCard } from './income-card.tsx'
import { JournalCard } from './journal-card.tsx'
import { TaxesCard } from './taxes-card.tsx'

interface FinanceProps {
  view: FinanceView
  onViewChange: (view: FinanceView) => void
}

/** What accountants ask about a range of days. */
export function Finance({ view, onViewChange }: FinanceProps) {
  const { id } = useOrganization()
  const { timeZone } = useSuspenseQuery(billingSettingsQuery(id)).data
  const today = dayInZone(useNow(), timeZone)
  const range = daysOf(view, today)
  const by = groupOf(view)
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <DateRangePicker
          value={range}
          today={today}
          min={dayMin}
          max={today}
          onChange={({ from, to }) => onViewChange(readFinanceView({ ...view, from, to }))}
        />
        <p className="text-xs text-ink-3">Time zone: {timeZone}. At most 366 days.</p>
      </div>
      <IncomeCard
        range={range}
        by={by}
        onGroupChange={(chosen) => onViewChange(readFinanceView({ ...view, by: chosen }))}
      />
      <TaxesCard range={range} />
      <JournalCard range={range} />
    </div>
  )
}
