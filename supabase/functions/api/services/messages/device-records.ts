// Reads and changes devices with the functions of supabase/migrations/*_create_devices.sql.
import { z } from 'zod'
import type { Device } from '../../../_shared/contract/messages.ts'
import type { Call } from '../database.ts'

const deviceRow = z.object({
  id: z.string(),
  user_agent: z.string().nullable(),
  shows_prompt: z.boolean(),
  is_own: z.boolean(),
  created_at: z.string(),
  sent_at: z.string().nullable(),
})
type DeviceRow = z.output<typeof deviceRow>

const savedDevice = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('saved'), device: deviceRow }),
  z.object({ outcome: z.literal('too_many') }),
  z.object({ outcome: z.literal('no_session') }),
])

interface NewDevice {
  sessionId: string
  url: string
  publicKey: string
  secret: string
  userAgent: string | null
  showsPrompt: boolean
}

export function createDeviceRecords(call: Call) {
  return {
    save: (userId: string, device: NewDevice, max: number) =>
      call(
        'save_device',
        {
          p_user_id: userId,
          p_session_id: device.sessionId,
          p_url: device.url,
          p_public_key: device.publicKey,
          p_secret: device.secret,
          p_user_agent: device.userAgent,
          p_shows_prompt: device.showsPrompt,
          p_max: max,
        },
        savedDevice,
      ),
    /** `sessionId`: the session whose device is the caller's own. */
    list: (userId: string, sessionId: string | null) =>
      call('list_devices', { p_user_id: userId, p_session_id: sessionId }, z.array(deviceRow)),
    delete: (deviceId: string, userId: string) =>
      call('delete_device', { p_device_id: deviceId, p_user_id: userId }, z.boolean()),
  }
}

export type DeviceRecords = ReturnType<typeof createDeviceRecords>

export function viewDevice({ id, user_agent, shows_prompt, is_own, created_at, sent_at }: DeviceRow): Device {
  return {
    id,
    userAgent: user_agent,
    isOwn: is_own,
    showsPrompt: shows_prompt,
    createdAt: created_at,
    sentAt: sent_at,
  }
}
