import Check from 'lucide-react/icons/check'
import type { ReactNode, RefCallback } from 'react'
import { slugSchema } from '#/features/organizations/profile-rules.ts'
import { mistakeIn } from '#/lib/form-schema.ts'
import { Field } from '#/ui/field.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { nextSlug, typedSlug } from './slug.ts'
import { useSlugCheck } from './use-slug-check.ts'

interface SlugFieldProps {
  value: string
  onChange: (slug: string) => void
  onBlur: () => void
  inputRef: RefCallback<HTMLInputElement>
  /** The form’s error. */
  error: string | undefined
  /** The current slug. */
  own?: string
  hint?: ReactNode
}

/** Reports while typing whether the slug is available. */
export function SlugField({ value, onChange, onBlur, inputRef, error, own, hint }: SlugFieldProps) {
  const status = useSlugCheck(value, own ?? null)
  const mistake = value === '' ? null : mistakeIn(slugSchema, value)
  const taken = status === 'taken' && <Taken slug={value} onChoose={onChange} />
  return (
    <Field
      label="Slug"
      hint={hint ?? `Used in URLs: /dashboard/${value || 'its-slug'}`}
      error={mistake ?? (taken || error)}
    >
      <TextInput
        ref={inputRef}
        value={value}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => onChange(typedSlug(event.target.value))}
        onBlur={onBlur}
        after={
          <output className="text-xs">
            {status === 'checking' && 'checking…'}
            {status === 'free' && (
              <span className="flex items-center gap-1 text-good">
                <Check aria-hidden="true" /> available
              </span>
            )}
          </output>
        }
      />
    </Field>
  )
}

/** Reports that the slug is taken, and suggests another. */
function Taken({ slug, onChoose }: { slug: string; onChoose: (slug: string) => void }) {
  const next = nextSlug(slug)
  return (
    <>
      Another organization has this slug.{' '}
      <button
        type="button"
        className="rounded-xs font-medium text-accent underline-offset-3 hover:underline"
        onClick={() => onChoose(next)}
      >
        Try “{next}”
      </button>
    </>
  )
}
