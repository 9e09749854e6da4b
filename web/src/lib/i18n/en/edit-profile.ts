export const editProfile = {
  title: 'Edit Profile',
  back: 'Back',
  save: 'Save Changes',
  saving: 'Saving...',
  cancel: 'Cancel',
  failed: 'Update failed',
  failedText: 'An error occurred while updating your profile. Please try again.',
} as const;
