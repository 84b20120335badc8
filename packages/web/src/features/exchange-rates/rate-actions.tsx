import { importExchangeRates } from '@guildhall/contract/metrics/exchange-rates'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { billingSettingsQuery } from '#/entities/organization/billing-settings.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { Dialog } from '#/ui/dialog.tsx'
import { FileButton } from '#/ui/file-button.tsx'
import { PrimaryAction } from '#/ui/primary-action.tsx'
import { useToast } from '#/ui/toast.tsx'
import { RateDialog } from './rate-dialog.tsx'
import { rateName } from './rate-text.ts'

/** Adds one rate, or those of a file; for who may, once there is a currency to convert to. */
export function RateActions() {
  const { id, role } = useOrganization()
  const toast = useToast()
  const { reportingCurrency } = useSuspenseQuery(billingSettingsQuery(id)).data
  if (reportingCurrency === null || !mayIn(role, 'analytics', 'write')) return null
  return (
    <>
      <ImportButton />
      <PrimaryAction
        label="Add rate"
        dialog={(close) => (
          <RateDialog
            draft={{ day: null, currency: '', rate: '' }}
            isNew
            reportingCurrency={reportingCurrency}
            onClose={close}
            onSaved={(rate) => {
              toast({ title: `${rateName(rate)} added` })
              close()
            }}
          />
        )}
      />
    </>
  )
}

function ImportButton() {
  const { id: organizationId } = useOrganization()
  const toast = useToast()
  const change = useChange()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const send = async ([file]: File[]) => {
    if (file === undefined) return
    setBusy(true)
    try {
      const body = { organizationId, csv: await file.text() }
      const { created, updated, unchanged } = await change(() =>
        api.call(importExchangeRates, { body }),
      )
      toast({ title: `${created} rates added, ${updated} changed, ${unchanged} unchanged` })
    } catch (error) {
      setFailure(failureMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <FileButton accept=".csv,text/csv" loading={isBusy} onFiles={(files) => void send(files)}>
        Import CSV
      </FileButton>
      {failure !== null && (
        <Dialog
          open
          title="The file was not imported"
          description="Its lines are like “2026-03-01,usd,0.92”: day, currency and rate. None of them was saved."
          onOpenChange={() => setFailure(null)}
        >
          <p className="text-s text-bad">{failure}</p>
        </Dialog>
      )}
    </>
  )
}
