import X from 'lucide-react/icons/x'
import { figureOf } from '#/entities/metric/figures.ts'
import { moved } from '#/lib/moved.ts'
import { Dialog } from '#/ui/dialog.tsx'
import { Field } from '#/ui/field.tsx'
import { IconButton } from '#/ui/icon-button.tsx'
import { Select } from '#/ui/select.tsx'
import { SortableList } from '#/ui/sortable-list.tsx'
import { figureNames, figuresMax, type HomeFigure } from './figures.ts'
import type { Preferences } from './preferences.ts'

interface ChooseFiguresProps {
  preferences: Preferences
  /** The current one; null while loading. */
  currency: string | null
  /** All in which there are figures. */
  currencies: readonly string[]
  /** In which all can be shown together; null where there is none. */
  reportingCurrency: string | null
  choose: (change: Partial<Preferences>) => void
  onClose: () => void
}

/** Which figures are shown, and in which order. Each change is kept at once. */
export function ChooseFigures(props: ChooseFiguresProps) {
  const { preferences, currency, currencies, reportingCurrency, choose, onClose } = props
  const { figures } = preferences
  const others = figureNames.filter((name) => !figures.includes(name))
  const isFull = figures.length >= figuresMax
  return (
    <Dialog
      open
      title="Choose figures"
      description="Kept in this browser, for you and this organization."
      onOpenChange={onClose}
    >
      <div className="grid gap-4">
        <SortableList
          label="Figures"
          items={figures}
          idOf={(name) => name}
          nameOf={titleOf}
          onMove={(from, to) => choose({ figures: moved(figures, from, to) })}
          actions={(name) =>
            figures.length > 1 && (
              <IconButton
                size="s"
                label={`Remove ${titleOf(name)}`}
                onClick={() => choose({ figures: figures.filter((one) => one !== name) })}
              >
                <X aria-hidden="true" />
              </IconButton>
            )
          }
        >
          {titleOf}
        </SortableList>
        {!isFull && (
          <Field label="Add a figure">
            <Select
              options={others.map((name) => ({ value: name, label: titleOf(name) }))}
              value={null}
              onChange={(name: HomeFigure) => choose({ figures: [...figures, name] })}
            />
          </Field>
        )}
        {(currencies.length > 1 || (currencies.length > 0 && reportingCurrency !== null)) && (
          <Field label="Currency">
            <Select
              options={[...currencies.map(optionOf), ...togetherIn(reportingCurrency)]}
              value={
                preferences.currency === null && reportingCurrency !== null ? together : currency
              }
              onChange={(one) => choose({ currency: one === together ? null : one })}
            />
          </Field>
        )}
      </div>
    </Dialog>
  )
}

const titleOf = (name: HomeFigure): string => figureOf(name).title

/** Longer than any code of a currency. */
const together = 'all together'

const optionOf = (currency: string) => ({ value: currency, label: currency.toUpperCase() })

const togetherIn = (reportingCurrency: string | null) =>
  reportingCurrency === null
    ? []
    : [{ value: together, label: `All currencies in ${reportingCurrency.toUpperCase()}` }]
