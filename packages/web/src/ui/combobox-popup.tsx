import { Combobox as Base } from '@base-ui/react/combobox'
import Check from 'lucide-react/icons/check'
import { itemClasses, listClasses, type Option } from './option-list.ts'

/** The list under a combobox. */
export function ComboboxPopup({ empty = 'No matches.' }: { empty?: string | undefined }) {
  return (
    <Base.Portal>
      <Base.Positioner sideOffset={4} className="z-50 outline-none">
        <Base.Popup className="floating w-(--anchor-width) max-w-(--available-width)">
          <Base.Empty>
            <p className="px-3 py-2.5 text-s text-ink-3">{empty}</p>
          </Base.Empty>
          <Base.List className={`${listClasses} data-empty:p-0`}>
            {(option: Option) => (
              <Base.Item
                key={option.value}
                value={option}
                disabled={option.disabled ?? false}
                className={itemClasses}
              >
                <span className="flex-1">
                  {option.label}
                  {option.hint && <span className="block text-xs text-ink-3">{option.hint}</span>}
                </span>
                <Base.ItemIndicator className="text-accent">
                  <Check aria-hidden="true" />
                </Base.ItemIndicator>
              </Base.Item>
            )}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}
