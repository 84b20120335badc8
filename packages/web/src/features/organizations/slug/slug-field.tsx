import Check from 'lucide-react/icons/check'
import type { ReactNode, RefCallback } from 'react'
import { Field } from '../../../ui/field.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { nextSlug, slugMistake, typedSlug } from './slug.ts'
import { useSlugCheck } from './use-slug-check.ts'

interface SlugFieldProps {
  value: string
  onChange: (slug: string) => void
  onBlur: () => void
  inputRef: RefCallback<HTMLInputElement>
  /** What the form has to say about it. */
  error: string | undefined
  /** The one that it has already. */
  own?: string
  hint?: ReactNode
}

/** Says while it's typed whether the slug can be had. */
export function SlugField({ value, onChange, onBlur, inputRef, error, own, hint }: SlugFieldProps) {
  const standing = useSlugCheck(value, own ?? null)
  const mistake = value === '' ? null : slugMistake(value)
  const taken = standing === 'taken' && <Taken slug={value} onChoose={onChange} />
  return (
    <Field
      label="Slug"
      hint={hint ?? `Part of the addresses: /dashboard/${value || 'its-slug'}`}
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
            {standing === 'checking' && 'checking…'}
            {standing === 'free' && (
              <span className="flex items-center gap-1 text-good">
                <Check aria-hidden="true" /> free
              </span>
            )}
          </output>
        }
      />
    </Field>
  )
}

/** Says so, and knows a way on. */
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
