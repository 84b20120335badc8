import ExternalLink from 'lucide-react/icons/external-link'
import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonLook } from '../../ui/button-look.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { type EmbedTheme, embedCode } from './embed-code.ts'
import type { LinkDialogProps } from './link-dialogs.tsx'
import type { CheckoutLink } from './link-queries.ts'
import { isSoldOut, linkName } from './link-words.ts'
import { QrCode } from './qr-code.tsx'

type ShareProps = Pick<LinkDialogProps, 'link' | 'onClose'>

/** The address, and the other ways to it. */
export function ShareLinkDialog({ link, onClose }: ShareProps) {
  const [way, setWay] = useState<Way>('address')
  return (
    <Dialog
      open
      wide
      title={`Share ${linkName(link)}`}
      description="Whoever has the address can buy. Give it to anybody."
      footer={<DialogClose render={<Button>Done</Button>} />}
      onOpenChange={onClose}
    >
      {isSoldOut(link) && (
        <div className="mb-4">
          <Banner tone="warn">
            All its products are archived, so nobody can buy anything by it.
          </Banner>
        </div>
      )}
      <Tabs
        label="Ways to share"
        value={way}
        onChange={setWay}
        tabs={[
          { value: 'address', label: 'Address', panel: <Address link={link} /> },
          { value: 'qr', label: 'QR code', panel: <QrCode link={link} /> },
          { value: 'embed', label: 'In your page', panel: <Embed link={link} /> },
        ]}
      />
    </Dialog>
  )
}

type Way = 'address' | 'qr' | 'embed'

interface OfLink {
  link: CheckoutLink
}

function Address({ link: { url } }: OfLink) {
  const copy = useCopy()
  return (
    <div className="grid grid-cols-1 gap-3">
      <Field
        label="Address"
        hint="Add ?reference_id=… or ?utm_source=… to note on a checkout where a buyer came from, and ?customer_email=… to fill in what you know."
      >
        <TextInput readOnly value={url} onFocus={({ target }) => target.select()} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => void copy(url, 'Address')}>
          Copy address
        </Button>
        <a href={url} target="_blank" rel="noreferrer" className={buttonLook({})}>
          <ExternalLink aria-hidden="true" /> Open
          <span className="sr-only"> the checkout in a new tab</span>
        </a>
      </div>
    </div>
  )
}

function Embed({ link: { url } }: OfLink) {
  const [theme, setTheme] = useState<EmbedTheme>('system')
  const { origin } = window.location
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-s text-ink-2">
        Put this into your page. A click on “Buy now” opens the checkout over it.
      </p>
      <div>
        <Segmented
          label="Theme of the checkout"
          options={themes}
          value={theme}
          onChange={setTheme}
        />
      </div>
      <CodeBlock code={embedCode({ url, origin, theme })} title="HTML" />
    </div>
  )
}

const themes = [
  { value: 'system', label: 'As the visitor’s' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const
