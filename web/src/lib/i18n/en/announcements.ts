export const announcements = {
  label: 'Announcements',
  close: 'Close: {title}',
};
