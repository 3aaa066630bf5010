import {
  type Device,
  deletedDeviceResponse,
  devicesResponse,
  type SaveDeviceBody,
  savedDeviceResponse,
} from '@contract/messages'
import { isRefusedAs } from '@/lib/http/api-error'
import type { Http } from '@/lib/http/http'
import { readResponse } from '@/lib/http/read-response'

/** Calls about the devices that get notifications. Every method throws the errors of `Http.request`. */
export function createDeviceApi(http: Http) {
  const path = '/api/devices'
  return {
    async list(): Promise<Device[]> {
      return readResponse(devicesResponse, await http.request({ method: 'GET', path })).data.devices
    },
    /** Saves this session's device. Safe to repeat. */
    async save(body: SaveDeviceBody): Promise<Device> {
      return readResponse(savedDeviceResponse, await http.request({ method: 'POST', path, body })).data.device
    },
    /** Removes a device. Safe to repeat. */
    async remove(deviceId: string): Promise<void> {
      await http.request({ method: 'DELETE', path: `${path}/${encodeURIComponent(deviceId)}` }).then(
        (body) => readResponse(deletedDeviceResponse, body),
        (error: unknown) => {
          if (!isRefusedAs(error, 'not_found')) throw error
        },
      )
    },
  }
}
