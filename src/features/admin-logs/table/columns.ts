/** Of the table and of the export. */
export const COLUMNS = ['邮箱', '姓名', '时间', 'IP地址', '浏览器信息'] as const
