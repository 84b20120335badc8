import { type FormEvent, useState } from 'react'
import { Button } from '#/ui/button.tsx'
import { buttonClasses } from '#/ui/button-classes.ts'
import { CodeBlock } from '#/ui/code-block.tsx'
import { Field } from '#/ui/field.tsx'
import { NativeSelect } from '#/ui/native-select.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import type {} from './guildhall-embed.ts'

type Theme = 'light' | 'dark' | undefined

const events = ['loaded', 'confirmed', 'success', 'close'] as const

/** A demo of another site’s page that embeds checkouts and shows their events. */
export function EmbedDemo() {
  const [url, setUrl] = useState('')
  const [theme, setTheme] = useState<Theme>()
  const [received, setReceived] = useState<readonly string[]>([])
  const open = (event: FormEvent) => {
    event.preventDefault()
    const checkout = window.GuildhallEmbedCheckout.create(url, theme ? { theme } : {})
    for (const name of events) {
      checkout.addEventListener(name, () => setReceived((before) => [...before, name]))
    }
  }
  return (
    <main className="mx-auto grid max-w-160 gap-6 px-5 py-10">
      <title>Embedded checkout · Guildhall</title>
      <div className="grid gap-2">
        <h1 className="text-title">Embedded checkout</h1>
        <p className="text-ink-2">
          Paste a checkout link, or a checkout created for this site’s origin, to open it in an
          overlay.
        </p>
      </div>
      <form className="grid gap-4" onSubmit={open}>
        <Field label="Checkout URL">
          <TextInput type="url" value={url} onChange={({ target }) => setUrl(target.value)} />
        </Field>
        <Field label="Theme">
          <NativeSelect
            value={theme ?? ''}
            onChange={({ target }) => setTheme(themes.find((one) => one === target.value))}
          >
            <option value="">System</option>
            <option value="light">Light</option>
            <option value="dark">Dark</option>
          </NativeSelect>
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" disabled={!URL.canParse(url)}>
            Open with script
          </Button>
          {URL.canParse(url) && (
            <a
              href={url}
              data-guildhall-checkout=""
              className={buttonClasses({})}
              {...(theme && { 'data-guildhall-checkout-theme': theme })}
            >
              Open with link
            </a>
          )}
        </div>
      </form>
      <section className="grid gap-2">
        <h2 className="text-s font-semibold">Received events</h2>
        <output className="min-h-5 text-s text-ink-2">
          {received.length === 0 ? 'No events yet.' : received.join(' → ')}
        </output>
      </section>
      <CodeBlock title="In your page" code={snippet(window.location.origin)} />
    </main>
  )
}

const themes = ['light', 'dark'] as const

const snippet = (
  origin: string,
): string => `<script src="${origin}/guildhall-embed.js" defer></script>

<a href="…" data-guildhall-checkout>Buy</a>`
