import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { buttonLook } from '../../ui/button-look.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Field } from '../../ui/field.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type {} from './guildhall-embed.ts'

type Theme = 'light' | 'dark' | undefined

const events = ['loaded', 'confirmed', 'success', 'close'] as const

/** A page of some other site, as far as the checkout can tell; it says what it hears. */
export function EmbedDemo() {
  const [url, setUrl] = useState('')
  const [theme, setTheme] = useState<Theme>()
  const [news, setNews] = useState<readonly string[]>([])
  const open = (event: FormEvent) => {
    event.preventDefault()
    const checkout = window.GuildhallEmbedCheckout.create(url, theme ? { theme } : {})
    for (const name of events) {
      checkout.addEventListener(name, () => setNews((before) => [...before, name]))
    }
  }
  return (
    <main className="mx-auto grid max-w-160 gap-6 px-5 py-10">
      <title>Embedded checkout · Guildhall</title>
      <div className="grid gap-2">
        <h1 className="text-title">Embedded checkout</h1>
        <p className="text-ink-2">
          Paste a checkout link, or a checkout made for this site’s origin, and see it open above
          the page.
        </p>
      </div>
      <form className="grid gap-4" onSubmit={open}>
        <Field label="Address of the checkout">
          <TextInput type="url" value={url} onChange={({ target }) => setUrl(target.value)} />
        </Field>
        <Field label="Theme">
          <NativeSelect
            value={theme ?? ''}
            onChange={({ target }) => setTheme(themes.find((one) => one === target.value))}
          >
            <option value="">As the system</option>
            <option value="light">Light</option>
            <option value="dark">Dark</option>
          </NativeSelect>
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" disabled={!URL.canParse(url)}>
            Open by script
          </Button>
          {URL.canParse(url) && (
            <a
              href={url}
              data-guildhall-checkout=""
              className={buttonLook({})}
              {...(theme && { 'data-guildhall-checkout-theme': theme })}
            >
              Open by link
            </a>
          )}
        </div>
      </form>
      <section className="grid gap-2">
        <h2 className="text-s font-semibold">What the page has heard</h2>
        <output className="min-h-5 text-s text-ink-2">
          {news.length === 0 ? 'Nothing yet.' : news.join(' → ')}
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
