import Copy from 'lucide-react/icons/copy'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Lock from 'lucide-react/icons/lock'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Button } from '#/ui/button.tsx'
import { buttonClasses } from '#/ui/button-classes.ts'
import { IconButton } from '#/ui/icon-button.tsx'
import { Kbd } from '#/ui/kbd.tsx'
import { Link } from '#/ui/link.tsx'
import { Segmented } from '#/ui/segmented.tsx'
import { Tooltip } from '#/ui/tooltip.tsx'
import { Row, Specimen, Specimens } from './specimen.tsx'

export function ButtonSpecimens() {
  return (
    <Specimens id="buttons" title="Buttons and links">
      <Specimen name="Variants">
        <Row>
          <Button variant="primary">
            <Plus aria-hidden="true" />
            Create product
          </Button>
          <Button>Edit</Button>
          <Button variant="ghost">Cancel</Button>
          <Button variant="danger">Delete organization</Button>
          <Button disabled>Disabled</Button>
          <Button variant="primary" disabled>
            Disabled
          </Button>
          <LoadingButton />
        </Row>
      </Specimen>
      <Specimen name="Sizes, icons, links as buttons">
        <Row>
          <Button size="s">+ 1 week</Button>
          <Button>Refund…</Button>
          <Button size="l" variant="primary">
            <Lock aria-hidden="true" />
            Pay $29.00 and subscribe
          </Button>
          <Tooltip text="Copy link">
            <IconButton label="Copy link">
              <Copy aria-hidden="true" />
            </IconButton>
          </Tooltip>
          <IconButton label="More actions" variant="default">
            <Ellipsis aria-hidden="true" />
          </IconButton>
          <a href="#tables" className={buttonClasses({})}>
            Go to tables
          </a>
        </Row>
      </Specimen>
      <Specimen name="Full width">
        <div className="max-w-90">
          <Button variant="primary" size="l" wide>
            Sign in
          </Button>
        </div>
      </Specimen>
      <Specimen name="Links, keys, segmented controls">
        <Row>
          <Link href="#buttons">Create an account</Link>
          <span className="text-s text-ink-2">
            or{' '}
            <Link href="#buttons" quiet>
              forgot it?
            </Link>
          </span>
          <Link href="https://example.com" external>
            Webhook guide
          </Link>
          <Kbd keys={['⌘', 'K']} />
          <PeriodSegments />
        </Row>
      </Specimen>
    </Specimens>
  )
}

const workMilliseconds = 1800

function LoadingButton() {
  const [isBusy, setBusy] = useState(false)
  const work = () => {
    setBusy(true)
    setTimeout(() => setBusy(false), workMilliseconds)
  }
  return (
    <Button variant="primary" loading={isBusy} onClick={work}>
      Save changes
    </Button>
  )
}

function PeriodSegments() {
  const [period, setPeriod] = useState<'7d' | '30d' | '60d' | '12m'>('60d')
  return <Segmented label="Period" options={periods} value={period} onChange={setPeriod} />
}

const periods = [
  { value: '7d', label: '7 d' },
  { value: '30d', label: '30 d' },
  { value: '60d', label: '60 d' },
  { value: '12m', label: '12 m' },
] as const
