import { type Control, useWatch } from 'react-hook-form'
import { CustomFieldInput } from '#/entities/custom-field/custom-field-input.tsx'
import { type CustomFieldDraft, contentOf } from './custom-field-draft.ts'

/** A preview of the field as buyers will see it. */
export function CustomFieldPreview({ control }: { control: Control<CustomFieldDraft> }) {
  const draft = useWatch({ control, compute: (typed) => typed })
  return (
    <section aria-label="Preview" className="grid gap-3 rounded-m border bg-canvas p-4">
      <p aria-hidden="true" className="text-xs text-ink-3">
        Customer view
      </p>
      {/* Another type remounts the control. */}
      <CustomFieldInput
        key={draft.type}
        asked={contentOf(draft)}
        name={draft.name.trim() || 'Name of the field'}
      />
    </section>
  )
}
