export const profileSetup = {
  title: 'Create Your Profile',
  lede: 'This is how people see you on your polls.',
  submit: 'Complete Profile',
  submitting: 'Saving...',
  logout: 'Logout',
  failedTitle: 'Profile creation failed',
  failedText: 'An error occurred while creating your profile. Please try again.',
} as const;
