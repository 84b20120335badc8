import { type Control, useWatch } from 'react-hook-form'
import { AskedField } from '../../ui/asked-field.tsx'
import { type CustomFieldDraft, contentOf } from './custom-field-draft.ts'

/** The field as a buyer will see it, as far as it's typed. */
export function CustomFieldPreview({ control }: { control: Control<CustomFieldDraft> }) {
  const draft = useWatch({ control, compute: (typed) => typed })
  return (
    <section aria-label="Preview" className="grid gap-3 rounded-m border bg-canvas p-4">
      <p aria-hidden="true" className="text-xs text-ink-3">
        What buyers see
      </p>
      {/* Another type is another control. */}
      <AskedField
        key={draft.type}
        asked={contentOf(draft)}
        name={draft.name.trim() || 'Name of the field'}
      />
    </section>
  )
}
