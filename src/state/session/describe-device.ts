export type DeviceType = 'mobile' | 'tablet' | 'desktop' | 'other'

/** Columns of a login record. Empty if unknown. */
export interface DeviceDescription {
  device_type: DeviceType
  os_name: string
  browser_name: string
  device_brand: string
  device_model: string
  is_mobile: boolean
}

/** Describes the device. The parser loads at sign-in, not with the first page. */
export async function describeDevice(userAgent: string): Promise<DeviceDescription> {
  const { UAParser } = await import('ua-parser-js')
  const { device, os, browser } = new UAParser(userAgent).getResult()
  const type = getDeviceType(device.type, os.name ?? browser.name)
  return {
    device_type: type,
    os_name: os.name ?? '',
    browser_name: browser.name ?? '',
    device_brand: device.vendor ?? '',
    device_model: device.model ?? '',
    is_mobile: type === 'mobile' || type === 'tablet',
  }
}

/** Returns the device type. The parser returns none for desktops. */
function getDeviceType(type: string | undefined, systemOrBrowser: string | undefined): DeviceType {
  if (type === 'mobile' || type === 'tablet') return type
  return type === undefined && systemOrBrowser ? 'desktop' : 'other'
}
